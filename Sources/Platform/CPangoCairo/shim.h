#ifndef PAYPORT_CPANGOCAIRO_SHIM_H
#define PAYPORT_CPANGOCAIRO_SHIM_H

/* One module for both: Pango's headers speak of Cairo's types. */
#include <cairo-pdf.h>
#include <pango/pangocairo.h>

#endif
