#ifndef PAYPORT_SIMULATION_INTERNAL_H
#define PAYPORT_SIMULATION_INTERNAL_H

#include "simulation.h"

#include <dlfcn.h>

/* What the name stands for in all other programs. */
#define REAL(name)                                                                                                             \
  ({                                                                                                                           \
    static __typeof__(&name) real;                                                                                             \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                                                              \
    real;                                                                                                                      \
  })

/* Whether time is simulated. */
extern int simulation_is_on;

/* The simulated time, in nanoseconds since 1970. */
int64_t simulation_now(void);

const struct simulation_work *simulation_functions(void);

#endif
