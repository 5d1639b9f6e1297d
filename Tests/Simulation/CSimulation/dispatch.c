/* What a simulated process has in place of libdispatch's threads: blocks and timers go to the schedule. */
#define _GNU_SOURCE
#include "seams.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The runtime of Swift has a timer of libdispatch for each task that sleeps. In its place stands one of these; real objects
   of libdispatch begin with an address, which is no such number. */
struct timer {
  uint64_t mark;
  int owners;
  int64_t due;
  void *context;
  void (*handler)(void *);
};

#define MARK 0x7061796C74696D65u

static int is_timer(const void *object) { return simulation_is_on && object && *(const uint64_t *)object == MARK; }

/* libdispatch marks moments of the clock that goes on while the machine sleeps by the highest bit;
   others are what dispatch_walltime below has made. */
static int64_t moment(uint64_t time) { return (int64_t)(time & ~((uint64_t)1 << 63)); }

void dispatch_retain(void *object);
struct dispatch_source_type;
extern const struct dispatch_source_type _dispatch_source_type_timer;

void *dispatch_source_create(const void *type, uintptr_t handle, unsigned long mask, void *queue) {
  if (!simulation_is_on || type != &_dispatch_source_type_timer)
    return REAL(dispatch_source_create)(type, handle, mask, queue);
  struct timer *timer = calloc(1, sizeof *timer);
  if (timer) *timer = (struct timer){.mark = MARK, .owners = 1};
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

void dispatch_source_set_timer(void *object, uint64_t start, uint64_t interval, uint64_t leeway) {
  if (is_timer(object)) ((struct timer *)object)->due = moment(start);
  else REAL(dispatch_source_set_timer)(object, start, interval, leeway);
}

/* The schedule owns it, too, until it is due. */
void dispatch_activate(void *object) {
  if (!is_timer(object)) return REAL(dispatch_activate)(object);
  struct timer *timer = object;
  timer->owners++;
  simulation_functions()->sleeping(timer, timer->due);
}

/* Real objects stay: to take a queue apart is work for a thread of libdispatch. */
void dispatch_release(void *object) {
  if (!is_timer(object)) {
    if (!simulation_is_on) REAL(dispatch_release)(object);
    return;
  }
  struct timer *timer = object;
  if (--timer->owners > 0) return;
  timer->mark = 0;
  free(timer);
}

void dispatch_after_f(uint64_t when, void *queue, void *context, void (*handler)(void *)) {
  if (!simulation_is_on) return REAL(dispatch_after_f)(when, queue, context, handler);
  struct timer *timer = dispatch_source_create(&_dispatch_source_type_timer, 0, 0, queue);
  if (!timer) return;
  timer->due = moment(when);
  timer->context = context;
  timer->handler = handler;
  dispatch_activate(timer);
  dispatch_release(timer);
}

/* The runtime of Swift does so with a task whose time to wake up is over already. */
void dispatch_async_f(void *queue, void *context, void (*function)(void *)) {
  if (!simulation_is_on) return REAL(dispatch_async_f)(queue, context, function);
  dispatch_after_f((uint64_t)simulation_now(), queue, context, function);
}

/* Moments of timers are simulated nanoseconds since 1970, too. */
uint64_t dispatch_walltime(const struct timespec *moment, int64_t delta) {
  if (!simulation_is_on) return REAL(dispatch_walltime)(moment, delta);
  return (uint64_t)((moment ? moment->tv_sec * 1000000000 + moment->tv_nsec : simulation_now()) + delta);
}

void simulation_wake(void *timer) {
  struct timer *due = timer;
  due->handler(due->context);
  dispatch_release(due);
}

extern void *_Block_copy(const void *block);
extern void _Block_release(const void *block);

void dispatch_async(void *queue, void *block) {
  if (!simulation_is_on) return REAL(dispatch_async)(queue, block);
  dispatch_retain(queue);
  simulation_functions()->queued(queue, _Block_copy(block));
}

/* A block that waits for its time. */
struct delayed {
  void *queue, *block;
};

static void put_in_queue(void *context) {
  struct delayed *delayed = context;
  dispatch_async(delayed->queue, delayed->block);
  _Block_release(delayed->block);
  dispatch_release(delayed->queue);
  free(delayed);
}

void dispatch_after(uint64_t when, void *queue, void *block) {
  if (!simulation_is_on) return REAL(dispatch_after)(when, queue, block);
  struct delayed *delayed = malloc(sizeof *delayed);
  if (!delayed) return;
  *delayed = (struct delayed){queue, _Block_copy(block)};
  dispatch_retain(queue);
  dispatch_after_f(when, queue, delayed, put_in_queue);
}

void dispatch_sync(void *queue, void *block);

/* To wait for a block is to run it here, which needs no other thread, and whoever asks what queue this is learns it. */
void simulation_run_block(void *queue, void *block) {
  REAL(dispatch_sync)(queue, block);
  _Block_release(block);
  dispatch_release(queue);
}

/* The runtime of Swift does so with each queue of its own, and libdispatch begins a thread for that. */
void dispatch_queue_set_width(void *queue, long width) {
  if (!simulation_is_on) REAL(dispatch_queue_set_width)(queue, width);
}

/* A story has one thread. What would begin another one, and where, is seen in the core or in a debugger. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  if (!simulation_is_on) return REAL(pthread_create)(thread, attributes, body, argument);
  fputs("a story begins a thread\n", stderr);
  abort();
}
