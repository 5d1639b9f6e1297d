#ifndef PAYPORT_SIMULATION_H
#define PAYPORT_SIMULATION_H

#include <stdint.h>

/* Who is given what the process would leave to threads. */
struct simulation_work {
  /* A task of Swift can run: simulation_run(job). */
  void (*ready)(void *job);
  /* A block was put into a queue of libdispatch: simulation_run_block(queue, block). */
  void (*queued)(void *queue, void *block);
  /* A timer is due at a moment: simulation_wake(timer). */
  void (*sleeping)(void *timer, int64_t due_ns);
};

/* From now on clocks show the simulated time, the system's random numbers come from the seed, and all work goes to the
   functions in place of threads. For one thread, once in a process. */
void simulation_begin(uint64_t seed, int64_t now_ns, struct simulation_work functions);

/* Sets the simulated time, in nanoseconds since 1970. */
void simulation_set_time(int64_t now_ns);

/* Runs a task until it waits for something. */
void simulation_run(void *job);

/* The number of the task that a job goes on with; 0 if it is a job of an actor. */
uint64_t simulation_task(void *job);

/* Runs a block as its queue does. */
void simulation_run_block(void *queue, void *block);

/* Does what a timer was made for. */
void simulation_wake(void *timer);

/* Starts this program again with the same arguments, so that addresses, and the order of sets of Swift, are the same in
   each run. Returns where that is done, or cannot be done. */
void simulation_be_repeatable(char **arguments);

/* As fork(2), which Swift does not import. There must be one thread, and the new process ends with this one. */
int32_t simulation_fork(void);

#endif
