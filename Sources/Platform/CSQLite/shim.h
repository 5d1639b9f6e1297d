#ifndef PAYPORT_CSQLITE_SHIM_H
#define PAYPORT_CSQLITE_SHIM_H

#include <sqlite3.h>

// sqlite3_db_config is variadic, which Swift cannot call.

static inline int payport_sqlite_keeps_log(sqlite3 *database, int keeps) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}

#endif
