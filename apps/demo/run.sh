#!/usr/bin/env bash
# Shows what the pipelines of apps/ do: makes inputs from a picture, runs each pipeline on them, and puts what goes in and
# what comes out side by side.
#
#   apps/demo/run.sh TOOL FILES PICTURES [APP...]
#
# TOOL is the program 'pantile', FILES a folder for what is made on the way, PICTURES one for the results. Without APP all
# pipelines are shown. The programs beside this file prepare inputs and pictures. DEMO_OPTIONS in the environment are more
# options for the pipelines, such as '--schedule naive'.
set -euo pipefail

# The size of a result, and the space between its panels, as in join.pan.
readonly width=480 height=158 gap=6

# The files that this run has made already.
declare -A made=()

main() {
    (($# >= 3)) || { sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2; }
    tool=$(realpath -- "$1")
    mkdir -p -- "$2" "$3"
    files=$(realpath -- "$2")
    pictures=$3
    programs=$(dirname -- "$(realpath -- "${BASH_SOURCE[0]}")")
    shift 3
    local apps=("$@") app
    ((${#apps[@]} > 0)) || mapfile -t apps < <(all_apps)
    for app in "${apps[@]}"; do
        [[ -f $programs/../$app.pan ]] || fail "there is no pipeline 'apps/$app.pan'."
        declare -F "show_$app" >/dev/null || fail "'apps/demo/run.sh' does not say how to show '$app'."
    done
    for app in "${apps[@]}"; do demonstrate "$app"; done
}

fail() {
    printf 'demo: %s\n' "$*" >&2
    exit 1
}

all_apps() {
    local file
    for file in "$programs"/../*.pan; do basename "$file" .pan; done
}

demonstrate() {
    app=$1
    log=$files/$app.log
    : >"$log"
    local begin=${EPOCHREALTIME/[.,]/}
    [[ ! -t 1 ]] || printf '  %s ...' "$app"
    "show_$app"
    [[ ! -t 1 ]] || printf '\r\033[K'
    local milliseconds=$(((${EPOCHREALTIME/[.,]/} - begin) / 1000))
    printf '  %-18s %6d.%d s   %s\n' "$app" $((milliseconds / 1000)) $((milliseconds % 1000 / 100)) "$pictures/$app.png"
}

# pantile ARGUMENT...: the tool, in the folder of the files; its words go to the log.
pantile() {
    (cd -- "$files" && "$tool" "$@") >>"$log" 2>&1 </dev/null && return
    printf '%s\n' "demo: '$app' failed. The end of $log:" >&2
    tail -n 20 -- "$log" >&2
    exit 1
}

# once FILE ARGUMENT...: runs the tool unless its file is there.
once() {
    [[ -z ${made[$1]:-} ]] || return 0
    pantile "${@:2}"
    made[$1]=yes
}

# prepare PROGRAM FILE OPTION...: what a program of this folder makes.
prepare() { once "$2" run "$programs/$1.pan" --output "$2" "${@:3}"; }

# The picture at two sizes. Effects on single pixels are shown on parts of the large one.
large() { once large.png photo large.png --size x=768,y=512; }
small() { once small.png photo small.png --size "x=$((width / 2 + 60)),y=$((height + 60))"; }

# run_app OPTION...: runs the pipeline; its result is APP.npy.
run_app() {
    local options
    read -ra options <<<"${DEMO_OPTIONS:-}"
    pantile run "$programs/../$app.pan" --output "$app.npy" "$@" "${options[@]}"
}

# panels 'FILE LEFT TOP ZOOM [NAME=VALUE...]'...: the result, from the same number of panels.
panels() {
    local count=$# panel fields part i=0 joined=
    local each=$(((width - gap * (count - 1)) / count)) done_width=0
    for panel in "$@"; do
        read -ra fields <<<"$panel"
        part=$app-$((i += 1)).png
        pantile run "$programs/panel.pan" --input "img=${fields[0]}" --output "$part" --size "x=$each,y=$height" \
            --set "left=${fields[1]}" --set "top=${fields[2]}" --set "zoom=${fields[3]}" "${fields[@]:4}"
        if [[ -z $joined ]]; then
            joined=$part done_width=$each
        else
            done_width=$((done_width + gap + each))
            pantile run "$programs/join.pan" --input "a=$joined" --input "b=$part" --output "$app.png" \
                --size "x=$done_width,y=$height,c=3"
            joined=$app.png
        fi
    done
    cp -- "$files/$app.png" "$pictures/$app.png"
}

# What each pipeline is run on, and which part of it is shown. A result that lacks a margin of its input has its first
# pixel to the right of and below the input's.

show_blur() {
    large
    run_app --input img=large.png
    panels 'large.png 440 360 4' 'blur.npy 440 360 4'
}

show_blur_u16() {
    large
    prepare third third.npy --input photo=large.png
    run_app --input img=third.npy
    panels 'third.npy 440 360 4 --set gain=3' 'blur_u16.npy 439 359 4 --set gain=3'
}

show_unsharp() {
    large
    run_app --input img=large.png
    panels 'large.png 300 290 2' 'unsharp.npy 298 288 2'
}

show_unsharp_h() {
    large
    run_app --input img=large.png
    panels 'large.png 300 290 2' 'unsharp_h.npy 300 290 2'
}

show_harris() {
    large
    run_app --input img=large.png
    prepare response harris-view.npy --input img=harris.npy
    panels 'large.png 440 360 2' 'harris-view.npy 438 358 2'
}

show_harris_h() {
    large
    run_app --input img=large.png
    prepare response harris_h-view.npy --input img=harris_h.npy
    panels 'large.png 440 360 2' 'harris_h-view.npy 438 358 2'
}

show_harris_view() {
    large
    run_app --input img=large.png
    panels 'large.png 440 330 1' 'harris_view.npy 440 330 1'
}

noisy_gray() {
    large
    prepare noisy noisy.png --input photo=large.png
    prepare gray noisy_gray.npy --input photo=noisy.png
}

show_bilateral_grid() {
    noisy_gray
    run_app --input img=noisy_gray.npy --size x=712,y=456
    panels 'noisy_gray.npy 590 190 2' 'bilateral_grid.npy 566 166 2'
}

show_bilateral_grid_h() {
    noisy_gray
    run_app --input img=noisy_gray.npy
    panels 'noisy_gray.npy 590 190 2' 'bilateral_grid_h.npy 590 190 2'
}

mosaic() {
    large
    once raw.npy run "$programs/mosaic.pan" --input photo=large.png --output raw=raw.npy --output raw_h=raw_h.npy
}

# 'raw_h' is the same mosaic in the type that pictures have; 10 of its 16 bits are used.
show_camera_pipe() {
    mosaic
    run_app --input raw=raw.npy --size x=704,y=464
    panels 'raw_h.npy 500 340 3 --set gain=64' 'camera_pipe.npy 484 328 3 --set bgr=true'
}

show_camera_pipe_h() {
    mosaic
    run_app --input raw=raw_h.npy --size x=704,y=464
    panels 'raw_h.npy 500 340 3 --set gain=64' 'camera_pipe_h.npy 484 328 3'
}

show_interpolate() {
    small
    prepare sparse sparse.npy --input photo=small.png
    run_app --input img=sparse.npy --define L=7
    panels 'sparse.npy 30 30 1' 'interpolate.npy 29 29 1'
}

show_interpolate_h() {
    small
    prepare sparse sparse.npy --input photo=small.png
    run_app --input img=sparse.npy --define L=7
    panels 'sparse.npy 30 30 1' 'interpolate_h.npy 30 30 1'
}

show_pyramid_blend() {
    small
    pantile run "$programs/night.pan" --input photo=small.png --output night=night.npy --output mask=mask.npy
    run_app --input img1=small.png --input img2=night.npy --input mask=mask.npy \
        --size "x=$((width / 2)),y=$height"
    panels 'small.png 71 31 1' 'night.npy 71 31 1' 'pyramid_blend.npy 40 0 1'
}

show_local_laplacian() {
    small
    prepare planes planes.npy --input photo=small.png
    run_app --input img=planes.npy --set alpha=0.3
    panels 'small.png 30 30 1' 'local_laplacian.npy 28 28 1 --set bgr=true'
}

show_local_laplacian_h() {
    small
    run_app --input img=small.png --set alpha=0.3
    panels 'small.png 30 30 1' 'local_laplacian_h.npy 30 30 1'
}

show_nl_means() {
    small
    prepare noisy noisy_small.npy --input photo=small.png
    run_app --input img=noisy_small.npy
    panels 'noisy_small.npy 130 70 2' 'nl_means.npy 130 70 2'
}

show_max_filter() {
    small
    run_app --input img=small.png --define R=5
    panels 'small.png 30 30 1' 'max_filter.npy 30 30 1'
}

show_hist_eq() {
    small
    prepare faded faded.png --input photo=small.png
    run_app --input img=faded.png
    panels 'faded.png 30 30 1' 'hist_eq.npy 30 30 1'
}

show_canny() {
    large
    run_app --input img=large.png
    panels 'large.png 440 330 1' 'canny.npy 440 330 1'
}

show_conv_layer() {
    large
    pantile run "$programs/layer.pan" --input photo=large.png --output img=layer.npy --output filter=filter.npy \
        --output bias=bias.npy
    run_app --input img=layer.npy --input filter=filter.npy --input bias=bias.npy
    prepare features features.npy --input img=conv_layer.npy
    panels 'large.png 440 330 1' 'features.npy 439 329 1'
}

# The middle panel is the matrix; its largest value is the gain's inverse.
show_matmul() {
    small
    local columns=$((width / 2 + 60))
    prepare mirror mirror.npy --set "size=$columns" --size "x=$columns,y=$columns"
    run_app --input a=small.png --input b=mirror.npy
    panels 'small.png 72 30 1' 'mirror.npy 72 72 1 --set gain=5' 'matmul.npy 72 30 1'
}

main "$@"
