#ifndef PAYPORT_VERSION_H
#define PAYPORT_VERSION_H

/* The version of this build, as semantic versioning writes it: of a release "0.9.0"; of what is built between releases
   "0.9.0-dev.12+g0123456", which comes before 0.9.0. The build sets it through the variable PAYPORT_VERSION, which
   scripts/version.sh computes. It is in a C file, so that another version compiles this file alone. */
const char *payport_version(void);

#endif
