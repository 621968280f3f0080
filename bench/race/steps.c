/* Counts which instructions of a part of the process's own code the calling thread executes: after each instruction the
 * processor traps, and the handler of the trap looks where it was. A processor's own counters would be faster, but virtual
 * machines seldom have them, and they do not tell loads from shuffles. For Linux on x86. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>

enum { kTrapFlag = 0x100 };

static uint64_t first, size, elsewhere;
static uint64_t *counts;
static volatile sig_atomic_t is_active;

static void on_trap(int signal, siginfo_t *info, void *context) {
    (void)signal;
    (void)info;
    greg_t *const registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const uint64_t at = (uint64_t)registers[REG_RIP] - first;
    if (at < size)
        ++counts[at];
    else
        ++elsewhere;
    if (is_active)
        registers[REG_EFL] |= kTrapFlag;
    else
        registers[REG_EFL] &= ~(greg_t)kTrapFlag;
}

/* Counts instructions that begin in so many bytes from 'begin' on, by their distance from it. 0: it cannot. */
int steps_begin(const uint64_t begin, const uint64_t bytes, uint64_t *const by_distance) {
    struct sigaction action = {0};
    action.sa_sigaction = on_trap;
    action.sa_flags = SA_SIGINFO;
    if (sigaction(SIGTRAP, &action, NULL) != 0) return 0;
    first = begin;
    size = bytes;
    counts = by_distance;
    elsewhere = 0;
    is_active = 1;
    return raise(SIGTRAP) == 0;
}

/* How many other instructions there were. */
uint64_t steps_end(void) {
    is_active = 0;
    return elsewhere;
}
