#ifndef PAYPORT_CQRENCODE_SHIM_H
#define PAYPORT_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
