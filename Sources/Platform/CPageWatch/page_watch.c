/* A layer between SQLite and the files of the system. SQLite compares the checksums of its log when it opens a database, and
   those of pages never. What changes on the disk while a program runs would be taken for what was written, copied into new
   pages, and get seals of its own. So a sum of each page is kept in memory, and compared with what is read. */
#include "page_watch.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LOG_HEADER 32
#define FRAME_HEADER 24

/* The pages of a database, or of its log, as they were read or written last. All connections of the process share them. */
struct pages {
  dev_t device;
  ino_t inode;
  int is_log;
  int connections;
  int64_t size;
  /* One for each page; 0 for one that is not known. */
  uint64_t *sums;
  size_t count;
  struct pages *next;
};

/* What stands behind SQLite's own data of an open file. */
struct watch {
  sqlite3_io_methods methods;
  const sqlite3_io_methods *real;
  struct pages *pages;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct pages *all;
static sqlite3_vfs *inner;
static sqlite3_vfs layer;
static int place;

static struct watch *watch_of(sqlite3_file *file) { return (struct watch *)((char *)file + place); }

/* Each step can be undone, so that two pages that differ in one word have different sums. */
static uint64_t sum(const unsigned char *bytes, int64_t count) {
  uint64_t sum = 0x9E3779B97F4A7C15u;
  for (int64_t at = 0; at < count; at += 8) {
    uint64_t word;
    memcpy(&word, bytes + at, 8);
    sum = (sum ^ word) * 0xBF58476D1CE4E5B9u;
    sum ^= sum >> 29;
  }
  return sum ? sum : 1;
}

static int is_page_size(int64_t count) { return count >= 512 && count <= 65536 && !(count & (count - 1)); }

/* The number of the page that stands at a place of the file; -1 for anything else. In a log it has a header before it, with
   which SQLite reads it where it opens the log. */
static int64_t number(const struct pages *pages, int64_t at, int64_t count, int64_t *header) {
  int64_t between = pages->is_log ? FRAME_HEADER : 0;
  int64_t first = pages->is_log ? LOG_HEADER : 0;
  *header = is_page_size(count) ? 0 : between;
  int64_t size = count - *header;
  at += *header - between - first;
  if (at < 0 || !is_page_size(size) || at % (size + between) || (pages->size && pages->size != size)) return -1;
  return at / (size + between);
}

/* Has to be called with the lock. Returns whether there is room for the sum of a page. */
static int makes_room(struct pages *pages, int64_t page) {
  if ((size_t)page < pages->count) return 1;
  size_t count = ((size_t)page + 1) * 2;
  uint64_t *sums = realloc(pages->sums, count * sizeof *sums);
  if (!sums) return 0;
  memset(sums + pages->count, 0, (count - pages->count) * sizeof *sums);
  pages->sums = sums;
  pages->count = count;
  return 1;
}

/* Has to be called with the lock: nothing is known any more of pages from a place on. */
static void forget(struct pages *pages, int64_t at, int64_t end) {
  if (!pages->size) return;
  int64_t each = pages->size + (pages->is_log ? FRAME_HEADER : 0);
  int64_t from = (at - (pages->is_log ? LOG_HEADER : 0)) / each;
  for (size_t page = from > 0 ? (size_t)from : 0; page < pages->count && (int64_t)page * each < end; page++)
    pages->sums[page] = 0;
}

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at) {
  struct watch *watch = watch_of(file);
  struct pages *pages = watch->pages;
  int result = watch->real->xRead(file, bytes, count, at);
  if (result != SQLITE_OK) return result;
  int64_t header;
  pthread_mutex_lock(&lock);
  int64_t page = number(pages, at, count, &header);
  pthread_mutex_unlock(&lock);
  if (page < 0) return SQLITE_OK;
  uint64_t found = sum((unsigned char *)bytes + header, count - header);
  pthread_mutex_lock(&lock);
  if (makes_room(pages, page)) {
    pages->size = count - header;
    if (!pages->sums[page]) pages->sums[page] = found;
    if (pages->sums[page] != found) result = SQLITE_IOERR_DATA;
  }
  pthread_mutex_unlock(&lock);
  return result;
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at) {
  struct watch *watch = watch_of(file);
  struct pages *pages = watch->pages;
  int result = watch->real->xWrite(file, bytes, count, at);
  int64_t header;
  pthread_mutex_lock(&lock);
  int64_t page = number(pages, at, count, &header);
  if (page < 0 || header || result != SQLITE_OK || !makes_room(pages, page)) {
    /* The header of a frame stands before its page. */
    if (!pages->is_log || count > FRAME_HEADER || result != SQLITE_OK) forget(pages, at, at + count);
  } else {
    pages->size = count;
    pages->sums[page] = sum(bytes, count);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 length) {
  struct watch *watch = watch_of(file);
  pthread_mutex_lock(&lock);
  forget(watch->pages, length, INT64_MAX);
  pthread_mutex_unlock(&lock);
  return watch->real->xTruncate(file, length);
}

static int close_file(sqlite3_file *file) {
  struct watch *watch = watch_of(file);
  struct pages *pages = watch->pages;
  pthread_mutex_lock(&lock);
  if (--pages->connections == 0) {
    free(pages->sums);
    pages->sums = 0;
    pages->count = 0;
  }
  pthread_mutex_unlock(&lock);
  return watch->real->xClose(file);
}

/* Has to be called with the lock. The log is known by its database. */
static struct pages *find(const char *database, int is_log) {
  struct stat status;
  if (stat(database, &status)) return 0;
  for (struct pages *pages = all; pages; pages = pages->next)
    if (pages->device == status.st_dev && pages->inode == status.st_ino && pages->is_log == is_log) return pages;
  return 0;
}

static struct pages *find_opened(const char *name, int flags) {
  if (name && flags & SQLITE_OPEN_MAIN_DB) return find(name, 0);
  size_t length = name ? strlen(name) : 0;
  if (!(flags & SQLITE_OPEN_WAL) || length < 4) return 0;
  char *database = strdup(name);
  if (!database) return 0;
  database[length - strlen("-wal")] = 0;
  struct pages *pages = find(database, 1);
  free(database);
  return pages;
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *opened) {
  (void)vfs;
  int result = inner->xOpen(inner, name, file, flags, opened);
  if (result != SQLITE_OK) return result;
  pthread_mutex_lock(&lock);
  struct pages *pages = find_opened(name, flags);
  if (pages) {
    struct watch *watch = watch_of(file);
    pages->connections++;
    *watch = (struct watch){*file->pMethods, file->pMethods, pages};
    /* Without the third version SQLite does not map a file into memory. */
    if (watch->methods.iVersion > 2) watch->methods.iVersion = 2;
    watch->methods.xRead = read_file;
    watch->methods.xWrite = write_file;
    watch->methods.xTruncate = truncate_file;
    watch->methods.xClose = close_file;
    file->pMethods = &watch->methods;
  }
  pthread_mutex_unlock(&lock);
  return SQLITE_OK;
}

static void begin(void) {
  inner = sqlite3_vfs_find(0);
  if (!inner) return;
  layer = *inner;
  layer.zName = "payport";
  layer.pNext = 0;
  place = (inner->szOsFile + 15) & ~15;
  layer.szOsFile = place + (int)sizeof(struct watch);
  layer.xOpen = open_file;
  if (sqlite3_vfs_register(&layer, 1) != SQLITE_OK) inner = 0;
}

int payport_watch_pages(const char *database) {
  struct stat status;
  pthread_once(&once, begin);
  if (!inner || stat(database, &status)) return -1;
  pthread_mutex_lock(&lock);
  int result = 0;
  for (int is_log = 0; is_log < 2 && !result; is_log++) {
    if (find(database, is_log)) continue;
    struct pages *pages = calloc(1, sizeof *pages);
    if (!pages) result = -1;
    else {
      *pages = (struct pages){.device = status.st_dev, .inode = status.st_ino, .is_log = is_log, .next = all};
      all = pages;
    }
  }
  pthread_mutex_unlock(&lock);
  return result;
}
