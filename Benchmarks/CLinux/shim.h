#ifndef PAYPORT_CLINUX_SHIM_H
#define PAYPORT_CLINUX_SHIM_H

// Swift's Glibc module does not include this header.
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// The C library declares the two functions below only for _GNU_SOURCE, which Swift's importer does not set. A mask has
// one bit per CPU. The functions return the kernel's answer, which is negative for an error, with errno set.
static inline long clinux_set_affinity(pid_t thread, unsigned long size, const unsigned char *mask) {
  return syscall(SYS_sched_setaffinity, thread, size, mask);
}

static inline long clinux_get_affinity(pid_t thread, unsigned long size, unsigned char *mask) {
  return syscall(SYS_sched_getaffinity, thread, size, mask);
}

#endif
