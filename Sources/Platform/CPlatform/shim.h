#ifndef PAYPORT_CPLATFORM_SHIM_H
#define PAYPORT_CPLATFORM_SHIM_H

#include <errno.h>
#include <sys/types.h>

#if defined(__linux__)

#include <malloc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The C library declares renameat2 only for _GNU_SOURCE, which Swift's importer does not set; syscall and prctl take
   variable arguments. 1 is RENAME_NOREPLACE. Answers 0, or -1 with errno. */
static inline int cplatform_rename_exclusively(int folder, const char *from, int target, const char *to) {
  return (int)syscall(SYS_renameat2, folder, from, target, to, 1u);
}

/* Neither dumped nor traced by other processes of the same user. Answers 0, or -1 with errno. */
static inline int cplatform_forbid_tracing(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/* No program that this one starts gains privileges by its file. Answers 0, or -1 with errno. */
static inline int cplatform_gain_no_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

/* Names the calling thread; 15 bytes are shown. */
static inline void cplatform_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

/* At most this many pools of free memory, instead of eight for each processor. */
static inline void cplatform_limit_memory_pools(int count) { mallopt(M_ARENA_MAX, count); }

/* Gives free memory back to the system. */
static inline void cplatform_trim_memory(void) { malloc_trim(0); }

/* Unmaps pages of a file that were not changed; they are mapped again when they are used. */
static inline void cplatform_drop_pages(unsigned long start, unsigned long length) {
  madvise((void *)start, length, MADV_DONTNEED);
}

#elif defined(__APPLE__)

#include <pthread.h>
#include <stdio.h>
#include <sys/ptrace.h>

static inline int cplatform_rename_exclusively(int folder, const char *from, int target, const char *to) {
  return renameatx_np(folder, from, target, to, RENAME_EXCL);
}

static inline int cplatform_forbid_tracing(void) { return ptrace(PT_DENY_ATTACH, 0, 0, 0); }

static inline int cplatform_gain_no_privileges(void) { errno = ENOSYS; return -1; }

static inline void cplatform_name_thread(const char *name) { pthread_setname_np(name); }

static inline void cplatform_limit_memory_pools(int count) { (void)count; }

static inline void cplatform_trim_memory(void) {}

static inline void cplatform_drop_pages(unsigned long start, unsigned long length) {}

#else

static inline int cplatform_rename_exclusively(int folder, const char *from, int target, const char *to) {
  errno = ENOSYS;
  return -1;
}

static inline int cplatform_forbid_tracing(void) { errno = ENOSYS; return -1; }

static inline int cplatform_gain_no_privileges(void) { errno = ENOSYS; return -1; }

static inline void cplatform_name_thread(const char *name) { (void)name; }

static inline void cplatform_limit_memory_pools(int count) { (void)count; }

static inline void cplatform_trim_memory(void) {}

static inline void cplatform_drop_pages(unsigned long start, unsigned long length) {}

#endif
#endif
