/* libpq, as far as the provider uses it, with a server in the same process. What the provider links is defined here once
   more; without a simulated server the library itself is called. The library still reads addresses. */
#define _GNU_SOURCE
#include "libpq.h"
#include "seams.h"

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct cell {
  char *bytes;
  int length;
};

struct pg_result {
  struct pg_result *next;
  ExecStatusType status;
  char state[6], command[64], affected[24];
  int rows, columns;
  Oid *types;
  struct cell *cells;
};

struct pg_conn {
  void *session;
  int is_broken, waiting, is_in_transaction, has_failed;
  char host[256], error[320];
  PQnoticeReceiver receiver;
  void *receiver_context;
  char *parameters;
  struct pg_result *first, *last;
};

static const struct simulation_server *server;
static struct simulation_server simulated;

void simulation_serve(const struct simulation_server *with) {
  simulated = *with;
  server = &simulated;
}

int usleep(useconds_t microseconds) {
  if (!server) return REAL(usleep)(microseconds);
  server->pause((int64_t)microseconds * 1000);
  return 0;
}

/* Answers */

void *simulation_answer(enum simulation_status status, const char *command, const char *state, int rows, int columns) {
  static const ExecStatusType statuses[] = {
      PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_FATAL_ERROR, PGRES_PIPELINE_ABORTED, PGRES_PIPELINE_SYNC};
  struct pg_result *answer = calloc(1, sizeof *answer);
  if (!answer) abort();
  answer->status = statuses[status];
  strncpy(answer->command, command, sizeof answer->command - 1);
  strncpy(answer->state, state, sizeof answer->state - 1);
  const char *number = strrchr(answer->command, ' ');
  if (number && number[1] >= '0' && number[1] <= '9') strncpy(answer->affected, number + 1, sizeof answer->affected - 1);
  answer->rows = rows;
  answer->columns = columns;
  answer->types = calloc((size_t)columns + 1, sizeof *answer->types);
  answer->cells = calloc((size_t)rows * (size_t)columns + 1, sizeof *answer->cells);
  if (!answer->types || !answer->cells) abort();
  return answer;
}

void simulation_answer_value(void *to, int row, int column, uint32_t type, const void *bytes, int length) {
  struct pg_result *answer = to;
  if (!bytes) return;
  answer->types[column] = type;
  struct cell *cell = &answer->cells[row * answer->columns + column];
  cell->bytes = malloc((size_t)length + 1);
  if (!cell->bytes) abort();
  memcpy(cell->bytes, bytes, (size_t)length);
  cell->bytes[length] = 0;
  cell->length = length;
}

void simulation_send(void *to, void *answer) {
  PGconn *connection = to;
  if (connection->is_broken) return PQclear(answer);
  if (connection->last) connection->last->next = answer;
  else connection->first = answer;
  connection->last = answer;
}

void simulation_warn(void *to) {
  PGconn *connection = to;
  PGresult *notice = simulation_answer(SIMULATION_REFUSED, "", "01000", 0, 0);
  notice->status = PGRES_NONFATAL_ERROR;
  if (connection->receiver) connection->receiver(connection->receiver_context, notice);
  PQclear(notice);
}

static void drop_answers(PGconn *connection) {
  while (connection->first) {
    PGresult *answer = connection->first;
    connection->first = answer->next;
    PQclear(answer);
  }
  connection->last = 0;
}

void simulation_break(void *to) {
  PGconn *connection = to;
  connection->is_broken = 1;
  drop_answers(connection);
}

void simulation_set_transaction(void *to, int is_open, int has_failed) {
  PGconn *connection = to;
  connection->is_in_transaction = is_open;
  connection->has_failed = has_failed;
}

/* Connections */

static char *conninfo(const char *const *keywords, const char *const *values) {
  size_t size = 1;
  for (int at = 0; keywords[at]; at++) size += strlen(keywords[at]) + 2 * strlen(values[at]) + 4;
  char *text = calloc(1, size), *end = text;
  if (!text) abort();
  for (int at = 0; keywords[at]; at++) {
    end = stpcpy(stpcpy(end, keywords[at]), "='");
    for (const char *from = values[at]; *from; *end++ = *from++)
      if (*from == '\'' || *from == '\\') *end++ = '\\';
    end = stpcpy(end, "' ");
  }
  return text;
}

PGconn *PQconnectdbParams(const char *const *keywords, const char *const *values, int expands) {
  if (!server) return REAL(PQconnectdbParams)(keywords, values, expands);
  PGconn *connection = calloc(1, sizeof *connection);
  if (!connection) abort();
  connection->parameters = conninfo(keywords, values);
  for (int at = 0; keywords[at]; at++)
    if (!strcmp(keywords[at], "host")) strncpy(connection->host, values[at], sizeof connection->host - 1);
  connection->session = server->connect(connection, keywords, values);
  connection->is_broken = !connection->session;
  if (connection->is_broken) stpcpy(stpcpy(connection->error, connection->host), ": Connection refused\n");
  return connection;
}

void PQfinish(PGconn *connection) {
  if (!server) return REAL(PQfinish)(connection);
  if (connection->session) server->close(connection->session);
  drop_answers(connection);
  free(connection->parameters);
  free(connection);
}

ConnStatusType PQstatus(const PGconn *connection) {
  if (!server) return REAL(PQstatus)(connection);
  return connection->is_broken ? CONNECTION_BAD : CONNECTION_OK;
}

PGTransactionStatusType PQtransactionStatus(const PGconn *connection) {
  if (!server) return REAL(PQtransactionStatus)(connection);
  if (connection->is_broken) return PQTRANS_UNKNOWN;
  if (connection->waiting) return PQTRANS_ACTIVE;
  if (connection->has_failed) return PQTRANS_INERROR;
  return connection->is_in_transaction ? PQTRANS_INTRANS : PQTRANS_IDLE;
}

char *PQerrorMessage(const PGconn *connection) {
  return server ? ((PGconn *)connection)->error : REAL(PQerrorMessage)(connection);
}

/* None, so that nothing is prepared: the simulated server reads each text only once anyway. */
int PQbackendPID(const PGconn *connection) { return server ? 0 : REAL(PQbackendPID)(connection); }

char *PQhost(const PGconn *connection) { return server ? ((PGconn *)connection)->host : REAL(PQhost)(connection); }

/* It is another machine, and the connection is encrypted. */
char *PQhostaddr(const PGconn *connection) { return server ? "192.0.2.1" : REAL(PQhostaddr)(connection); }

int PQsslInUse(PGconn *connection) { return server ? 1 : REAL(PQsslInUse)(connection); }

const char *PQsslAttribute(PGconn *connection, const char *name) {
  return server ? "TLSv1.3" : REAL(PQsslAttribute)(connection, name);
}

PQconninfoOption *PQconninfo(PGconn *connection) {
  return server ? PQconninfoParse(connection->parameters, 0) : REAL(PQconninfo)(connection);
}

PQnoticeReceiver PQsetNoticeReceiver(PGconn *connection, PQnoticeReceiver receiver, void *context) {
  if (!server) return REAL(PQsetNoticeReceiver)(connection, receiver, context);
  connection->receiver = receiver;
  connection->receiver_context = context;
  return 0;
}

/* Nobody waits: each line is answered as soon as it was sent. */

int PQsetnonblocking(PGconn *connection, int is_nonblocking) {
  return server ? 0 : REAL(PQsetnonblocking)(connection, is_nonblocking);
}

int PQenterPipelineMode(PGconn *connection) { return server ? 1 : REAL(PQenterPipelineMode)(connection); }

int PQflush(PGconn *connection) { return server ? 0 : REAL(PQflush)(connection); }

int PQconsumeInput(PGconn *connection) { return server ? !connection->is_broken : REAL(PQconsumeInput)(connection); }

int PQisBusy(PGconn *connection) { return server ? 0 : REAL(PQisBusy)(connection); }

int PQsocket(const PGconn *connection) { return server ? -1 : REAL(PQsocket)(connection); }

int PQsendQueryParams(PGconn *connection, const char *sql, int count, const Oid *types, const char *const *values,
                      const int *lengths, const int *formats, int format) {
  if (!server) return REAL(PQsendQueryParams)(connection, sql, count, types, values, lengths, formats, format);
  if (connection->is_broken) return 0;
  connection->waiting++;
  server->receive(connection->session, sql, count, types, values, lengths);
  return 1;
}

int PQpipelineSync(PGconn *connection) {
  if (!server) return REAL(PQpipelineSync)(connection);
  if (connection->is_broken) return 0;
  connection->waiting = 0;
  server->carry_out(connection->session);
  return 1;
}

PGresult *PQgetResult(PGconn *connection) {
  if (!server) return REAL(PQgetResult)(connection);
  PGresult *answer = connection->first;
  if (!answer) return 0;
  connection->first = answer->next;
  if (!connection->first) connection->last = 0;
  return answer;
}

/* Results */

void PQclear(PGresult *result) {
  if (!server) return REAL(PQclear)(result);
  if (!result) return;
  for (int at = 0; at < result->rows * result->columns; at++) free(result->cells[at].bytes);
  free(result->cells);
  free(result->types);
  free(result);
}

ExecStatusType PQresultStatus(const PGresult *result) {
  return server ? result->status : REAL(PQresultStatus)(result);
}

char *PQresultErrorField(const PGresult *result, int field) {
  if (!server) return REAL(PQresultErrorField)(result, field);
  int is_notice = result->status == PGRES_NONFATAL_ERROR;
  if (field == PG_DIAG_SEVERITY_NONLOCALIZED) return is_notice ? "WARNING" : "ERROR";
  return field == PG_DIAG_SQLSTATE ? ((PGresult *)result)->state : 0;
}

char *PQcmdStatus(PGresult *result) { return server ? result->command : REAL(PQcmdStatus)(result); }

char *PQcmdTuples(PGresult *result) { return server ? result->affected : REAL(PQcmdTuples)(result); }

size_t PQresultMemorySize(const PGresult *result) {
  if (!server) return REAL(PQresultMemorySize)(result);
  size_t size = sizeof *result;
  for (int at = 0; at < result->rows * result->columns; at++)
    size += sizeof *result->cells + (size_t)result->cells[at].length;
  return size;
}

int PQntuples(const PGresult *result) { return server ? result->rows : REAL(PQntuples)(result); }

int PQnfields(const PGresult *result) { return server ? result->columns : REAL(PQnfields)(result); }

static const struct cell *cell(const PGresult *result, int row, int column) {
  return &result->cells[row * result->columns + column];
}

int PQgetisnull(const PGresult *result, int row, int column) {
  return server ? !cell(result, row, column)->bytes : REAL(PQgetisnull)(result, row, column);
}

char *PQgetvalue(const PGresult *result, int row, int column) {
  return server ? cell(result, row, column)->bytes : REAL(PQgetvalue)(result, row, column);
}

int PQgetlength(const PGresult *result, int row, int column) {
  return server ? cell(result, row, column)->length : REAL(PQgetlength)(result, row, column);
}

Oid PQftype(const PGresult *result, int column) {
  return server ? result->types[column] : REAL(PQftype)(result, column);
}
