/* What a simulated process has in place of the system's time, random numbers and threads. The names of libc are defined
   here once more; as the program's own symbols come first, all libraries of the process use these. The runtime of Swift has
   hooks for its tasks. */
#define _GNU_SOURCE
#include "seams.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SWIFT __attribute__((swiftcall))
/* What the name stands for in all other programs. */
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int simulated;
static int64_t now;
static uint64_t state;
static void (*on_ready)(void *);
static void (*on_sleeping)(void *, int64_t);

/* SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. */
static uint64_t next(void) {
  uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

int clock_gettime(clockid_t id, struct timespec *time) {
  if (!simulated || id == CLOCK_PROCESS_CPUTIME_ID || id == CLOCK_THREAD_CPUTIME_ID)
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
  return simulated ? fill(buffer, count) : REAL(getrandom)(buffer, count, flags);
}

/* The standard library of Swift asks the kernel by this function. */
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (int at = 0; at < 6; at++) a[at] = va_arg(list, long);
  va_end(list);
  if (simulated && number == SYS_getrandom) return fill((void *)a[0], (size_t)a[1]);
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* OpenSSL's. */
int RAND_bytes(unsigned char *buffer, int count) {
  return simulated ? (fill(buffer, (size_t)count), 1) : REAL(RAND_bytes)(buffer, count);
}

/* From the runtime of Swift (stdlib/public/Concurrency/GlobalExecutor.cpp): it is called in place of the pool of threads. */
extern void *swift_task_enqueueGlobal_hook;
extern SWIFT void swift_job_run(void *job, void *identity, uintptr_t implementation);

static SWIFT void enqueue(void *job, void *original) {
  (void)original;
  on_ready(job);
}

/* The runtime has a timer of libdispatch for each task that sleeps. In its place stands one of these; real objects of
   libdispatch begin with an address, which is no such number. */
struct timer {
  uint64_t mark;
  int64_t due;
  void *context;
  void (*handler)(void *);
};

#define MARK 0x7061796C74696D65u

static int is_timer(const void *object) { return simulated && object && *(const uint64_t *)object == MARK; }

struct dispatch_source_type;
extern const struct dispatch_source_type _dispatch_source_type_timer;

void *dispatch_source_create(const void *type, uintptr_t handle, unsigned long mask, void *queue) {
  if (!simulated || type != &_dispatch_source_type_timer) return REAL(dispatch_source_create)(type, handle, mask, queue);
  struct timer *timer = calloc(1, sizeof *timer);
  if (timer) timer->mark = MARK;
  return timer;
}

void dispatch_set_context(void *object, void *context) {
  if (is_timer(object)) ((struct timer *)object)->context = context;
  else REAL(dispatch_set_context)(object, context);
}

void dispatch_source_set_event_handler_f(void *object, void (*handler)(void *)) {
  if (is_timer(object)) ((struct timer *)object)->handler = handler;
  else REAL(dispatch_source_set_event_handler_f)(object, handler);
}

/* libdispatch marks moments of the clock that goes on while the machine sleeps by the highest bit;
   others are what dispatch_walltime below has made. */
static int64_t moment(uint64_t time) {
  return (int64_t)(time & ~((uint64_t)1 << 63));
}

void dispatch_source_set_timer(void *object, uint64_t start, uint64_t interval, uint64_t leeway) {
  if (is_timer(object)) ((struct timer *)object)->due = moment(start);
  else REAL(dispatch_source_set_timer)(object, start, interval, leeway);
}

void dispatch_activate(void *object) {
  if (is_timer(object)) on_sleeping(object, ((struct timer *)object)->due);
  else REAL(dispatch_activate)(object);
}

void dispatch_release(void *object) {
  if (is_timer(object)) free(object);
  else REAL(dispatch_release)(object);
}

void dispatch_after_f(uint64_t when, void *queue, void *context, void (*handler)(void *)) {
  if (!simulated) return REAL(dispatch_after_f)(when, queue, context, handler);
  struct timer *timer = dispatch_source_create(&_dispatch_source_type_timer, 0, 0, queue);
  if (!timer) return;
  *timer = (struct timer){MARK, moment(when), context, handler};
  dispatch_activate(timer);
}

/* Moments of timers are simulated nanoseconds since 1970, too. */
uint64_t dispatch_walltime(const struct timespec *moment, int64_t delta) {
  if (!simulated) return REAL(dispatch_walltime)(moment, delta);
  return (uint64_t)((moment ? moment->tv_sec * 1000000000 + moment->tv_nsec : now) + delta);
}

void simulation_wake(void *timer) {
  struct timer *due = timer;
  due->handler(due->context);
}

void simulation_begin(uint64_t seed, int64_t now_ns, void (*ready)(void *), void (*sleeping)(void *, int64_t)) {
  state = seed;
  now = now_ns;
  on_ready = ready;
  on_sleeping = sleeping;
  simulated = 1;
  swift_task_enqueueGlobal_hook = (void *)enqueue;
}

void simulation_set_time(int64_t now_ns) { now = now_ns; }

void simulation_run(void *job) { swift_job_run(job, 0, 0); }
