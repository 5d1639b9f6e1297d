#ifndef PAYPORT_SIMULATION_LIBPQ_H
#define PAYPORT_SIMULATION_LIBPQ_H

#include <stddef.h>
#include <stdint.h>

/* The server behind libpq. A session is its end of a connection, and a connection is the client's. */
struct simulation_server {
  /* Returns the session of a connection; none if nobody accepts it. Keywords and values end with an empty pointer. The
     host that has accepted it is one of those that were named. */
  void *(*connect)(void *connection, const char *const *keywords, const char *const *values);
  /* Receives a statement with its parameters in their binary format. */
  void (*receive)(void *session, const char *sql, int count, const uint32_t *types, const char *const *values,
                  const int *lengths);
  /* Carries out what was received, and answers it. */
  void (*carry_out)(void *session);
  /* The client has closed the connection. */
  void (*close)(void *session);
  /* A thread of a client wants to do nothing for a while. */
  void (*pause)(int64_t ns);
};

/* From now on connections of libpq lead to this server. */
void simulation_serve(const struct simulation_server *server);

/* What a statement is answered with, by the names of libpq. */
enum simulation_status { SIMULATION_DONE, SIMULATION_ROWS, SIMULATION_REFUSED, SIMULATION_NOT_TRIED, SIMULATION_SYNC };

/* Makes an answer, which is sent once it is complete. The state has five characters. */
void *simulation_answer(enum simulation_status status, const char *command, const char *state, int rows, int columns);

/* Sets a value of an answer. Without bytes it is NULL. */
void simulation_answer_value(void *answer, int row, int column, uint32_t type, const void *bytes, int length);

void simulation_send(void *connection, void *answer);

/* Tells the client of a warning. */
void simulation_warn(void *connection);

/* Ends a connection: the client finds it closed, with all that was not received yet. */
void simulation_break(void *connection);

/* Whether the server holds a transaction open for it, and whether that has failed. */
void simulation_set_transaction(void *connection, int is_open, int has_failed);

#endif
