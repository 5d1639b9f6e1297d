#ifndef PAYPORT_CSYSTEMD_SHIM_H
#define PAYPORT_CSYSTEMD_SHIM_H

/* sd-bus alone: none of its functions that are used here is variadic, so that nothing else is needed. */
#include <systemd/sd-bus.h>

#endif
