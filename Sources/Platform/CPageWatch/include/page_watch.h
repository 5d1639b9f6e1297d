#ifndef PAYPORT_PAGE_WATCH_H
#define PAYPORT_PAGE_WATCH_H

/* From now on SQLite reads of a database and its write-ahead log only what it wrote there, or what it read before, in this
   process: a page that is another one fails with SQLITE_IOERR_DATA. The file exists, is not open yet, and no other process
   writes to it as long as it is open. Returns 0, or -1 if that cannot be done. */
int payport_watch_pages(const char *database);

#endif
