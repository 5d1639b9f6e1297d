/* echo bare|sealed [REPLY_BYTES]: a WebSocket echo on libwebsockets, which shows what this library can do here.
 *
 * bare returns each message unchanged; sealed opens it and seals the text again before it returns it. With REPLY_BYTES
 * the reply's payload is cut or padded to that size. A connection may have only one message under way, because the load
 * client waits for each reply. It prints "ready PORT" to standard output, binds 127.0.0.1 only, and ends with its
 * parent. */
#include <libwebsockets.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "record.h"

enum { MESSAGE_LIMIT = 8192 };

struct connection {
  uint64_t received, sent;
  size_t length;
  int pending;
  int binary;
  unsigned char buffer[LWS_PRE + MESSAGE_LIMIT + RECORD_TAG_LENGTH];
};

static struct record_keys *keys;
static size_t reply_bytes;

/* Turns the received message into the reply in place. Returns 0 if the connection has to be closed. */
static int make_reply(struct connection *c) {
  unsigned char *bytes = c->buffer + LWS_PRE;
  size_t text = c->length, wanted = reply_bytes;
  if (keys != NULL) {
    int opened = record_open(keys, c->received++, bytes, c->length);
    if (opened < 0) return 0;
    text = (size_t)opened;
    if (wanted > RECORD_TAG_LENGTH) wanted -= RECORD_TAG_LENGTH;
  }
  if (wanted > text) memset(bytes + text, ' ', wanted - text);
  if (wanted != 0) text = wanted;
  c->length = text;
  if (keys != NULL) {
    int sealed = record_seal(keys, c->sent++, bytes, text);
    if (sealed < 0) return 0;
    c->length = (size_t)sealed;
  }
  return 1;
}

static int echo(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
  struct connection *c = user;
  switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
      c->received = c->sent = c->length = 0;
      c->pending = 0;
      break;
    case LWS_CALLBACK_RECEIVE:
      if (c->pending || c->length + length > MESSAGE_LIMIT) return -1;
      memcpy(c->buffer + LWS_PRE + c->length, in, length);
      c->length += length;
      if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) != 0) break;
      c->binary = lws_frame_is_binary(wsi);
      if (!make_reply(c)) return -1;
      c->pending = 1;
      lws_callback_on_writable(wsi);
      break;
    case LWS_CALLBACK_SERVER_WRITEABLE:
      if (!c->pending) break;
      if (lws_write(wsi, c->buffer + LWS_PRE, c->length, c->binary ? LWS_WRITE_BINARY : LWS_WRITE_TEXT) < 0) return -1;
      c->pending = 0;
      c->length = 0;
      break;
    default:
      break;
  }
  return 0;
}

static const struct lws_protocols protocols[] = {
    {"payport.benchmark", echo, sizeof(struct connection), MESSAGE_LIMIT, 0, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

int main(int argc, char **argv) {
  if (argc < 2 || (strcmp(argv[1], "bare") != 0 && strcmp(argv[1], "sealed") != 0)) {
    fprintf(stderr, "usage: echo bare|sealed [REPLY_BYTES]\n");
    return 64;
  }
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
  if (strcmp(argv[1], "sealed") == 0 && (keys = record_keys_create()) == NULL) return 70;
  if (argc > 2) reply_bytes = (size_t)strtoul(argv[2], NULL, 10);
  if (reply_bytes > MESSAGE_LIMIT) return 64;

  lws_set_log_level(LLL_ERR, NULL);
  struct lws_context_creation_info info;
  memset(&info, 0, sizeof info);
  info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
  info.pt_serv_buf_size = 16384;
  struct lws_context *context = lws_create_context(&info);
  if (context == NULL) return 70;
  info.iface = "127.0.0.1";
  info.port = 0;
  info.protocols = protocols;
  struct lws_vhost *vhost = lws_create_vhost(context, &info);
  if (vhost == NULL) return 70;
  printf("ready %d\n", lws_get_vhost_listen_port(vhost));
  fflush(stdout);
  while (lws_service(context, 0) >= 0) {
  }
  lws_context_destroy(context);
  return 0;
}
