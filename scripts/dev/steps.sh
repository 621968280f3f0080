# shellcheck shell=bash
# shellcheck disable=SC2154  # root, jobs and logs are set by dev and steps.sh
# Telling what is going on: messages, and steps whose output goes to a log.

logs=build/logs

say() { printf '%s\n' "$*"; }

fail() {
    printf 'dev: %s\n' "$*" >&2
    exit 1
}

no_arguments() {
    (($# == 0)) || fail "unexpected argument '$1'; './dev help' shows the usage."
}

# A checkout may belong to somebody else: say so before a tool fails in its own words.
require_writable() {
    mkdir -p -- "$@" 2>/dev/null || fail "cannot create '$1' in $root; copy the checkout to a directory of yours."
    local folder
    for folder in "$@"; do
        [[ -w $folder ]] || fail "cannot write to '$root/$folder'; copy the checkout to a directory of yours."
    done
}

# step WHAT LOG COMMAND...: runs COMMAND with its output in build/logs/LOG.log. Silent when it ends within
# two seconds; the command stays in the foreground so that Ctrl-C reaches it.
step() {
    local what=$1 log=$logs/$2.log status=0 watcher
    shift 2
    require_writable "$logs"
    : >"$log"
    watch_step "$what" "$log" &
    watcher=$!
    "$@" >"$log" 2>&1 </dev/null || status=$?
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
    [[ -t 1 ]] && printf '\r\033[K'
    ((status == 0)) || fail_step "$what" "$log"
}

fail_step() {
    printf 'dev: %s: failed. The end of %s:\n\n' "$1" "$root/$2" >&2
    tail -n 40 -- "$2" >&2
    exit 1
}

# One line after two seconds; on a terminal it follows the log, elsewhere a sign of life each minute.
# The sleeps let go of stdout: one that outlives us would keep a reader of our output waiting.
watch_step() {
    local what=$1 log=$2
    sleep 2 >/dev/null 2>&1
    if [[ ! -t 1 ]]; then
        say "$what ... (log: $log)"
        while sleep 60 >/dev/null 2>&1; do say "$what: $(last_line "$log")"; done
    fi
    while true; do
        printf '\r\033[K%.*s' "$((${COLUMNS:-80} - 1))" "$what: $(last_line "$log")"
        sleep 0.5 >/dev/null 2>&1
    done
}

last_line() { tail -n 1 -- "$1" | tr -cd '[:print:]'; }
