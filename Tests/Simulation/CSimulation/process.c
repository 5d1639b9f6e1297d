/* The process of the simulation itself. */
#define _GNU_SOURCE
#include "seams.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <unistd.h>



void simulation_be_repeatable(char **arguments) {
  if (getenv("SWIFT_DETERMINISTIC_HASHING")) return;
  setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1);
  /* Each story is a process of its own, which would look up functions again, and whose memory comes in small pieces. */
  setenv("LD_BIND_NOW", "1", 1);
  setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=512:glibc.malloc.trim_threshold=268435456", 1);
  /* What the runtime does after a crash can hang. */
  setenv("SWIFT_BACKTRACE", "enable=no", 1);
  /* Where this is not allowed, addresses differ. Nothing is known to depend on them. */
  personality(ADDR_NO_RANDOMIZE);
  execv("/proc/self/exe", arguments);
}

int32_t simulation_fork(void) {
  pid_t process = fork();
  if (process == 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
  return process;
}
