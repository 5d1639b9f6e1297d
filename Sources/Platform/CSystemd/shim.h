#ifndef PAYPORT_CSYSTEMD_SHIM_H
#define PAYPORT_CSYSTEMD_SHIM_H

/* sd-bus and sd-daemon: none of their functions that are used here is variadic, so that nothing else is needed. */
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

#endif
