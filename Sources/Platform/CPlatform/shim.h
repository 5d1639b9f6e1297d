#ifndef PAYPORT_CPLATFORM_SHIM_H
#define PAYPORT_CPLATFORM_SHIM_H

#include <errno.h>
#include <sys/types.h>

#if defined(__linux__)

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

#else

static inline int cplatform_rename_exclusively(int folder, const char *from, int target, const char *to) {
  errno = ENOSYS;
  return -1;
}

static inline int cplatform_forbid_tracing(void) { errno = ENOSYS; return -1; }

static inline int cplatform_gain_no_privileges(void) { errno = ENOSYS; return -1; }

static inline void cplatform_name_thread(const char *name) { (void)name; }

#endif
#endif
