#ifndef PAYPORT_CEDITLINE_SHIM_H
#define PAYPORT_CEDITLINE_SHIM_H

#include <stdint.h>
#include <stdio.h>
#include <wchar.h>
#include <histedit.h>

// el_set, el_get and history are variadic, which Swift cannot call: one wrapper for each use, named after it.

typedef unsigned char (*payport_editline_command)(EditLine *, int);
typedef int (*payport_editline_reader)(EditLine *, wchar_t *);
typedef char *(*payport_editline_prompter)(EditLine *);

static inline int payport_editline_set_client_data(EditLine *editor, void *data) {
  return el_set(editor, EL_CLIENTDATA, data);
}

static inline void *payport_editline_client_data(EditLine *editor) {
  void *data = NULL;
  if (el_get(editor, EL_CLIENTDATA, &data) != 0) return NULL;
  return data;
}

static inline int payport_editline_set_prompt(EditLine *editor, payport_editline_prompter prompter) {
  return el_set(editor, EL_PROMPT, prompter);
}

static inline int payport_editline_set_reader(EditLine *editor, payport_editline_reader reader) {
  return el_set(editor, EL_GETCFN, reader);
}

static inline int payport_editline_set_terminal(EditLine *editor, const char *type) {
  return el_set(editor, EL_TERMINAL, type);
}

static inline int payport_editline_set_editor(EditLine *editor, const char *mode) {
  return el_set(editor, EL_EDITOR, mode);
}

static inline int payport_editline_set_signals(EditLine *editor, int handled) {
  return el_set(editor, EL_SIGNAL, handled);
}

static inline int payport_editline_set_terminal_mode(EditLine *editor, const char *change) {
  return el_set(editor, EL_SETTY, "-d", change, NULL);
}

static inline int payport_editline_set_history(EditLine *editor, History *entries) {
  return el_set(editor, EL_HIST, history, entries);
}

static inline int payport_editline_add_command(
    EditLine *editor, const char *name, const char *help, payport_editline_command command) {
  return el_set(editor, EL_ADDFN, name, help, command);
}

static inline int payport_editline_bind(EditLine *editor, const char *key, const char *name) {
  return el_set(editor, EL_BIND, key, name, NULL);
}

static inline int payport_editline_redraw(EditLine *editor) {
  return el_set(editor, EL_REFRESH);
}

static inline int payport_history_set_size(History *entries, int size) {
  HistEvent event;
  return history(entries, &event, H_SETSIZE, size);
}

static inline int payport_history_set_unique(History *entries, int unique) {
  HistEvent event;
  return history(entries, &event, H_SETUNIQUE, unique);
}

static inline int payport_history_enter(History *entries, const char *line) {
  HistEvent event;
  return history(entries, &event, H_ENTER, line);
}

// wchar_t has another Swift type on each platform.
static inline void payport_store_wide(wchar_t *place, uint32_t scalar) {
  *place = (wchar_t)scalar;
}

#endif
