#ifndef PAYPORT_SIMULATION_SEAMS_H
#define PAYPORT_SIMULATION_SEAMS_H

#include <stdint.h>

/* From now on clocks show the simulated time, the system's random numbers come from the seed, and tasks of Swift that are to
   run go to the two functions in place of the threads of the runtime. For one thread, once in a process. */
void simulation_begin(uint64_t seed, int64_t now_ns, void (*ready)(void *job), void (*sleeping)(void *timer, int64_t due_ns));

/* Sets the simulated time, in nanoseconds since 1970. */
void simulation_set_time(int64_t now_ns);

/* Wakes the task that sleeps until a timer is due, and runs it until it waits for something. */
void simulation_wake(void *timer);

/* Runs a task until it waits for something. */
void simulation_run(void *job);

#endif
