#ifndef PAYPORT_CZEROMQ_SHIM_H
#define PAYPORT_CZEROMQ_SHIM_H

#include <zmq.h>

#endif
