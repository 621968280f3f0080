#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

namespace pantile::tool {

Progress::Progress(std::string doing) : doing_(std::move(doing)) {
    if (isatty(STDERR_FILENO)) thread_ = std::thread([this] { show(); });
}

Progress::~Progress() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        finished_ = true;
    }
    ended_.notify_all();
    thread_.join();
}

void Progress::now(std::string doing) {
    const std::lock_guard lock(mutex_);
    doing_ = std::move(doing);
}

void Progress::show() {
    const auto begin = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex_);
    if (ended_.wait_for(lock, std::chrono::seconds(2), [this] { return finished_; })) return;
    do {
        const auto seconds =
            std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begin)
                .count();
        fmt::print(stderr, "\r\033[K{} … {} s", doing_, seconds);
        std::fflush(stderr);
    } while (!ended_.wait_for(lock, std::chrono::seconds(1), [this] { return finished_; }));
    fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
}

}  // namespace pantile::tool
