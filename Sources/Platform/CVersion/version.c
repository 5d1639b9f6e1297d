#include "version.h"

/* What is built without the variable, such as for the tests. scripts/version.sh reads the number here until there is a
   tag. */
#ifndef PAYPORT_VERSION
#define PAYPORT_VERSION "0.9.0-dev"
#endif

const char *payport_version(void) { return PAYPORT_VERSION; }
