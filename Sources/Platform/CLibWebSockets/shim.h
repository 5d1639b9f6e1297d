#ifndef PAYPORT_CLIBWEBSOCKETS_SHIM_H
#define PAYPORT_CLIBWEBSOCKETS_SHIM_H

#include <libwebsockets.h>

/* LWS_PRE is a macro built from a function-like macro, which Swift does not import. */
enum { CLIBWEBSOCKETS_PRE = LWS_PRE };

/* The library's timer callback gets only the address of its list entry: what belongs to it must lie around it, and
 * Swift does not promise the layout of a structure of its own. */
struct clibwebsockets_alarm {
  lws_sorted_usec_list_t entry;
  struct lws_context *context;
  int rang;
};

#if defined(__linux__)
/* The kernel's socket table over netlink: not in the module map of the C library. */
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#endif

#endif
