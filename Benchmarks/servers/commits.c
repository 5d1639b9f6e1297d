/* commits FOLDER MILLISECONDS: measures how many single-row transactions SQLite commits in the folder, one by one,
 * with journal_mode=WAL and synchronous=FULL. It prints "COMMITS SECONDS". Durable work is compared with this rate. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int failed(sqlite3 *database, const char *what) {
  fprintf(stderr, "commits: %s: %s\n", what, sqlite3_errmsg(database));
  return 1;
}

int main(int argc, char **argv) {
  char path[4096], extra[4110];
  sqlite3 *database = NULL;
  sqlite3_stmt *insert = NULL;
  if (argc != 3) return 64;
  snprintf(path, sizeof path, "%s/commits-%d.sqlite", argv[1], (int)getpid());
  if (sqlite3_open(path, &database) != SQLITE_OK) return failed(database, "open");
  if (sqlite3_exec(database, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                             "CREATE TABLE record (id INTEGER PRIMARY KEY, body BLOB NOT NULL)", NULL, NULL, NULL) != SQLITE_OK)
    return failed(database, "create");
  if (sqlite3_prepare_v2(database, "INSERT INTO record (body) VALUES (zeroblob(200))", -1, &insert, NULL) != SQLITE_OK)
    return failed(database, "prepare");
  double limit = (double)strtol(argv[2], NULL, 10) / 1000, start = now(), elapsed = 0;
  long commits = 0;
  while (elapsed < limit) {
    if (sqlite3_step(insert) != SQLITE_DONE) return failed(database, "insert");
    sqlite3_reset(insert);
    commits++;
    elapsed = now() - start;
  }
  printf("%ld %.6f\n", commits, elapsed);
  sqlite3_finalize(insert);
  sqlite3_close(database);
  const char *const endings[] = {"", "-wal", "-shm"};
  for (int i = 0; i < 3; i++) {
    snprintf(extra, sizeof extra, "%s%s", path, endings[i]);
    unlink(extra);
  }
  return 0;
}
