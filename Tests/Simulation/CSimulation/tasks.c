/* What a simulated process has in place of the system's time, random numbers and tasks. The names of libc are defined
   here once more; as the program's own symbols come first, all libraries of the process use these. The runtime of Swift has
   hooks for its tasks. */
#define _GNU_SOURCE
#include "seams.h"

#include <stdarg.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SWIFT __attribute__((swiftcall))

int simulation_is_on;
static int64_t now;
static uint64_t state;
static struct simulation_work work;

/* SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. */
static uint64_t next(void) {
  uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

int clock_gettime(clockid_t id, struct timespec *time) {
  if (!simulation_is_on || id == CLOCK_PROCESS_CPUTIME_ID || id == CLOCK_THREAD_CPUTIME_ID)
    return REAL(clock_gettime)(id, time);
  time->tv_sec = now / 1000000000;
  time->tv_nsec = now % 1000000000;
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec exact;
  (void)zone;
  int result = clock_gettime(CLOCK_REALTIME, &exact);
  time->tv_sec = exact.tv_sec;
  time->tv_usec = exact.tv_nsec / 1000;
  return result;
}

static long fill(void *buffer, size_t count) {
  for (size_t at = 0; at < count; at++) ((unsigned char *)buffer)[at] = (unsigned char)next();
  return (long)count;
}

ssize_t getrandom(void *buffer, size_t count, unsigned int flags) {
  return simulation_is_on ? fill(buffer, count) : REAL(getrandom)(buffer, count, flags);
}

/* The standard library of Swift asks the kernel by this function. */
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (int at = 0; at < 6; at++) a[at] = va_arg(list, long);
  va_end(list);
  if (simulation_is_on && number == SYS_getrandom) return fill((void *)a[0], (size_t)a[1]);
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* OpenSSL's. */
int RAND_bytes(unsigned char *buffer, int count) {
  return simulation_is_on ? (fill(buffer, (size_t)count), 1) : REAL(RAND_bytes)(buffer, count);
}

/* What makes guesses at a PIN slow would take a fourth of the time of all stories. */
int EVP_PBE_scrypt(
    const char *text, size_t length, const unsigned char *salt, size_t salt_length, uint64_t cost, uint64_t size, uint64_t p,
    uint64_t memory, unsigned char *key, size_t key_length) {
  return REAL(EVP_PBE_scrypt)(
      text, length, salt, salt_length, simulation_is_on ? 2 : cost, size, p, memory, key, key_length);
}

/* From the runtime of Swift (stdlib/public/Concurrency/GlobalExecutor.cpp): it is called in place of the pool of threads. */
extern void *swift_task_enqueueGlobal_hook;
extern SWIFT uint64_t swift_task_getJobTaskId(void *job);
extern SWIFT void swift_job_run(void *job, void *identity, uintptr_t implementation);

static SWIFT void enqueue(void *job, void *original) {
  (void)original;
  work.ready(job);
}

int64_t simulation_now(void) { return now; }

void simulation_begin(uint64_t seed, int64_t now_ns, struct simulation_work functions) {
  state = seed;
  now = now_ns;
  work = functions;
  simulation_is_on = 1;
  swift_task_enqueueGlobal_hook = (void *)enqueue;
}

const struct simulation_work *simulation_functions(void) { return &work; }

void simulation_set_time(int64_t now_ns) { now = now_ns; }

void simulation_run(void *job) { swift_job_run(job, 0, 0); }

uint64_t simulation_task(void *job) { return swift_task_getJobTaskId(job); }
