#ifndef PAYPORT_CCURL_SHIM_H
#define PAYPORT_CCURL_SHIM_H

#include <curl/curl.h>

/* curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call: one function for each kind of value. */

static inline CURLcode payport_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode payport_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode payport_curl_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode payport_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode payport_curl_set_headers(CURL *handle, struct curl_slist *value) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, value);
}

static inline CURLcode payport_curl_set_write_function(
    CURL *handle, size_t (*function)(char *bytes, size_t size, size_t count, void *context)) {
  return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, function);
}

static inline CURLcode payport_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

/* Only http and https: the option's type differs between versions of the library. */
static inline CURLcode payport_curl_restrict_protocols(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/* These are macros with casts, which Swift does not import. */
static const long payport_curl_auth_basic = (long)CURLAUTH_BASIC;
static const long payport_curl_auth_digest = (long)CURLAUTH_DIGEST;

static inline CURLcode payport_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

#endif
