#ifndef PAYPORT_CWEBKITGTK_SHIM_H
#define PAYPORT_CWEBKITGTK_SHIM_H

#include <gtk/gtk.h>
#include <webkit/webkit.h>

/* Functions with variable arguments, which Swift does not import. */

static inline GtkWidget *cwebkitgtk_view(WebKitWebContext *context, WebKitNetworkSession *session,
                                         WebKitUserContentManager *content, WebKitSettings *settings) {
  return GTK_WIDGET(g_object_new(WEBKIT_TYPE_WEB_VIEW, "web-context", context, "network-session", session,
                                 "user-content-manager", content, "settings", settings, NULL));
}

static inline GVariant *cwebkitgtk_text_argument(const char *text) { return g_variant_new_parsed("{'text': <%s>}", text); }

static inline GError *cwebkitgtk_error(const char *text) {
  return g_error_new_literal(G_IO_ERROR, G_IO_ERROR_NOT_FOUND, text);
}

/* Macros that cast a pointer. */

static inline WebKitWebView *cwebkitgtk_web_view(gpointer object) { return WEBKIT_WEB_VIEW(object); }
static inline GtkWindow *cwebkitgtk_window(gpointer object) { return GTK_WINDOW(object); }

#endif
