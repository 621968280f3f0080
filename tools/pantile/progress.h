// A line on the terminal while something takes longer than two seconds; nothing when stderr is no terminal.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace pantile::tool {

class Progress {
  public:
    // 'doing' as in "compiling 'blur'". The line counts the seconds and disappears at the end.
    explicit Progress(std::string doing);
    ~Progress();
    Progress(const Progress&) = delete;

    // From now on it is doing something else.
    void now(std::string doing);

  private:
    void show();

    std::string doing_;
    bool finished_ = false;
    std::mutex mutex_;
    std::condition_variable ended_;
    std::thread thread_;
};

}  // namespace pantile::tool
