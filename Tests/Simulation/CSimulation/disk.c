/* Disks that tear, lie, fill and rot. Files are real ones, in folders that are disks; beside them is kept what would be there
   after a power cut. The functions of libc that change files are defined once more, as in tasks.c. For one thread. */
#define _GNU_SOURCE
#include "disk.h"
#include "seams.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DESCRIPTORS 4096
#define SECTOR 512

/* Bytes that were written, or the length to which the file was cut if there are none. */
struct change {
  int64_t at;
  size_t count;
  unsigned char *bytes;
};

struct node {
  int disk;
  mode_t mode;
  unsigned char *durable;
  size_t length;
  struct change *changes;
  size_t count;
};

struct name {
  char *path;
  struct node *node;
};

struct names {
  struct name *all;
  size_t count;
};

/* A name that came, or went if it has no node. A rename is both at once. */
struct renaming {
  char *gone;
  char *come;
  struct node *node;
};

static struct disk {
  char *root;
  struct simulation_disk_faults faults;
  int64_t writes, syncs;
  struct names present, durable;
  struct renaming *pending;
  size_t count;
} disks[64];
static int disk_count;
static int current;
static struct {
  struct node *node;
  int process;
} table[DESCRIPTORS];

static uint64_t next(uint64_t *state) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static struct disk *disk_of(const char *path) {
  for (int at = 0; path && at < disk_count; at++) {
    size_t length = strlen(disks[at].root);
    if (!strncmp(path, disks[at].root, length) && (path[length] == '/' || !path[length])) return &disks[at];
  }
  return 0;
}

static struct name *find(struct names *names, const char *path) {
  for (size_t at = 0; at < names->count; at++)
    if (!strcmp(names->all[at].path, path)) return &names->all[at];
  return 0;
}

static void set(struct names *names, const char *path, struct node *node) {
  struct name *found = find(names, path);
  if (found && node) found->node = node;
  else if (found) *found = names->all[--names->count];
  else if (node) {
    names->all = realloc(names->all, (names->count + 1) * sizeof *names->all);
    names->all[names->count++] = (struct name){strdup(path), node};
  }
}

static void rename_in(struct names *names, const struct renaming *change) {
  if (change->gone) set(names, change->gone, 0);
  if (change->come) set(names, change->come, change->node);
}

static void renamed(struct disk *disk, const char *gone, const char *come, struct node *node) {
  struct renaming change = {gone ? strdup(gone) : 0, come ? strdup(come) : 0, node};
  rename_in(&disk->present, &change);
  disk->pending = realloc(disk->pending, (disk->count + 1) * sizeof change);
  disk->pending[disk->count++] = change;
}

static int is_in(const char *path, const char *folder) {
  size_t length = strlen(folder);
  return path && !strncmp(path, folder, length) && path[length] == '/' && !strchr(path + length + 1, '/');
}

static void apply(unsigned char **bytes, size_t *length, int64_t at, const unsigned char *from, size_t count) {
  size_t end = from ? (size_t)at + count : (size_t)at;
  if (end > *length) {
    *bytes = realloc(*bytes, end);
    memset(*bytes + *length, 0, end - *length);
    *length = end;
  }
  if (from) memcpy(*bytes + at, from, count);
  else *length = end;
}

static void record(struct node *node, int64_t at, const void *bytes, size_t count) {
  struct change change = {at, count, 0};
  if (bytes) change.bytes = memcpy(malloc(count + 1), bytes, count);
  node->changes = realloc(node->changes, (node->count + 1) * sizeof change);
  node->changes[node->count++] = change;
}

static void forget(struct node *node) {
  for (size_t at = 0; at < node->count; at++) free(node->changes[at].bytes);
  node->count = 0;
}

static void make_durable(struct node *node) {
  for (size_t at = 0; at < node->count; at++)
    apply(&node->durable, &node->length, node->changes[at].at, node->changes[at].bytes, node->changes[at].count);
  forget(node);
}

static void read_all(const char *path, unsigned char **bytes, size_t *length) {
  int file = REAL(open64)(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  *length = 0;
  if (file < 0) return;
  if (!fstat(file, &status) && S_ISREG(status.st_mode)) {
    *bytes = realloc(*bytes, (size_t)status.st_size + 1);
    ssize_t count = REAL(pread64)(file, *bytes, (size_t)status.st_size, 0);
    *length = count > 0 ? (size_t)count : 0;
  }
  REAL(close)(file);
}

static void write_all(const char *path, const struct node *node, const unsigned char *bytes, size_t length) {
  if (S_ISDIR(node->mode)) {
    REAL(mkdir)(path, node->mode & 07777);
    return;
  }
  int file = REAL(open64)(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) abort();
  fchmod(file, node->mode & 07777);
  if (length && REAL(pwrite64)(file, bytes, length, 0) != (ssize_t)length) abort();
  REAL(close)(file);
}

/* What stands at a path. A file that was there before the disk began is durable. */
static struct node *node_at(struct disk *disk, const char *path) {
  struct name *found = find(&disk->present, path);
  struct stat status;
  if (found) return found->node;
  if (lstat(path, &status)) return 0;
  struct node *node = calloc(1, sizeof *node);
  node->disk = (int)(disk - disks);
  node->mode = status.st_mode;
  return node;
}

static int opened(int file, const char *path, int flags, int existed) {
  struct disk *disk = disk_of(path);
  if (file < 0 || file >= DESCRIPTORS) return file;
  table[file].node = 0;
  if (!disk) return file;
  struct node *node = node_at(disk, path);
  if (!find(&disk->present, path)) {
    if (existed) {
      read_all(path, &node->durable, &node->length);
      set(&disk->present, path, node);
      set(&disk->durable, path, node);
    } else renamed(disk, 0, path, node);
  } else if (existed && flags & O_TRUNC) record(node, 0, 0, 0);
  table[file].node = node;
  table[file].process = current;
  return file;
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; \
    va_end(list); \
    int existed = disk_of(path) && !access(path, F_OK); \
    struct disk *disk = disk_of(path); \
    if (disk && !existed && flags & O_CREAT && !disk->faults.room) return errno = ENOSPC, -1; \
    return opened(REAL(name)(path, flags, mode), path, flags, existed); \
  }
OPEN(open)
OPEN(open64)

static struct node *node_of(int file) { return file >= 0 && file < DESCRIPTORS ? table[file].node : 0; }

static int strikes(int64_t *left) { return *left >= 0 && (*left)-- == 0; }

/* How much of a write is carried out; -1 with errno if it fails. */
static ssize_t allowed(int file, struct node *node, int64_t at, size_t count) {
  struct disk *disk = &disks[node->disk];
  struct stat status;
  disk->writes++;
  if (strikes(&disk->faults.writes_until_error)) return errno = EIO, -1;
  if (disk->faults.room < 0 || fstat(file, &status)) return (ssize_t)count;
  int64_t growth = at + (int64_t)count - status.st_size;
  if (growth <= 0) return (ssize_t)count;
  if (growth > disk->faults.room) {
    int64_t less = (int64_t)count - (growth - disk->faults.room);
    disk->faults.room = 0;
    return less > 0 ? less : (errno = ENOSPC, -1);
  }
  disk->faults.room -= growth;
  return (ssize_t)count;
}

#define PWRITE(name, offset) \
  ssize_t name(int file, const void *bytes, size_t count, offset at) { \
    struct node *node = node_of(file); \
    if (!node) return REAL(name)(file, bytes, count, at); \
    ssize_t now = allowed(file, node, at, count); \
    if (now < 0) return now; \
    now = REAL(name)(file, bytes, (size_t)now, at); \
    if (now > 0) record(node, at, bytes, (size_t)now); \
    return now; \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int file, const void *bytes, size_t count) {
  struct node *node = node_of(file);
  if (!node) return REAL(write)(file, bytes, count);
  int64_t at = lseek64(file, 0, fcntl(file, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
  ssize_t now = allowed(file, node, at, count);
  if (now < 0) return now;
  now = REAL(write)(file, bytes, (size_t)now);
  if (now > 0) record(node, at, bytes, (size_t)now);
  return now;
}

#define READ_FAULT(file) \
  if (node_of(file) && strikes(&disks[node_of(file)->disk].faults.reads_until_error)) return errno = EIO, -1;

ssize_t read(int file, void *bytes, size_t count) {
  READ_FAULT(file)
  return REAL(read)(file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t at) {
  READ_FAULT(file)
  return REAL(pread)(file, bytes, count, at);
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t at) {
  READ_FAULT(file)
  return REAL(pread64)(file, bytes, count, at);
}

#define FTRUNCATE(name, offset) \
  int name(int file, offset length) { \
    struct node *node = node_of(file); \
    if (node) { \
      disks[node->disk].writes++; \
      if (strikes(&disks[node->disk].faults.writes_until_error)) return errno = EIO, -1; \
    } \
    int result = REAL(name)(file, length); \
    if (node && !result) record(node, length, 0, 0); \
    return result; \
  }
FTRUNCATE(ftruncate, off_t)
FTRUNCATE(ftruncate64, off64_t)

/* A folder's names become durable with it. Those of other folders need not. */
static void make_names_durable(struct disk *disk, struct node *folder) {
  const char *path = disk->root;
  for (size_t at = 0; at < disk->present.count; at++)
    if (disk->present.all[at].node == folder) path = disk->present.all[at].path;
  size_t left = 0;
  for (size_t at = 0; at < disk->count; at++) {
    struct renaming change = disk->pending[at];
    if (is_in(change.gone, path) || is_in(change.come, path)) rename_in(&disk->durable, &change);
    else disk->pending[left++] = change;
  }
  disk->count = left;
}

static int sync_node(struct node *node) {
  struct disk *disk = &disks[node->disk];
  disk->syncs++;
  if (strikes(&disk->faults.syncs_until_error)) {
    /* Linux tells it once, and takes the pages for clean from then on. */
    forget(node);
    return errno = EIO, -1;
  }
  if (disk->faults.lies) return 0;
  if (S_ISDIR(node->mode)) make_names_durable(disk, node);
  else make_durable(node);
  return 0;
}

int fsync(int file) { return node_of(file) ? sync_node(node_of(file)) : REAL(fsync)(file); }
int fdatasync(int file) { return node_of(file) ? sync_node(node_of(file)) : REAL(fdatasync)(file); }

int close(int file) {
  if (file >= 0 && file < DESCRIPTORS) table[file].node = 0;
  return REAL(close)(file);
}

int unlink(const char *path) {
  int result = REAL(unlink)(path);
  struct disk *disk = result ? 0 : disk_of(path);
  if (disk) renamed(disk, path, 0, 0);
  return result;
}

int rmdir(const char *path) {
  int result = REAL(rmdir)(path);
  struct disk *disk = result ? 0 : disk_of(path);
  if (disk) renamed(disk, path, 0, 0);
  return result;
}

int mkdir(const char *path, mode_t mode) {
  int result = REAL(mkdir)(path, mode);
  struct disk *disk = result ? 0 : disk_of(path);
  if (disk) renamed(disk, 0, path, node_at(disk, path));
  return result;
}

int rename(const char *from, const char *to) {
  struct disk *disk = disk_of(from);
  struct node *node = disk ? node_at(disk, from) : 0;
  int result = REAL(rename)(from, to);
  if (node && !result) renamed(disk, from, to, node);
  return result;
}

int link(const char *from, const char *to) {
  struct disk *disk = disk_of(from);
  struct node *node = disk ? node_at(disk, from) : 0;
  int result = REAL(link)(from, to);
  if (node && !result) renamed(disk, 0, to, node);
  return result;
}

int simulation_disk(const char *root) {
  if (disk_count == 64) abort();
  disks[disk_count] = (struct disk){.root = strdup(root), .faults = {-1, -1, -1, -1, 0}};
  return disk_count++;
}

struct simulation_disk_faults *simulation_disk_faults(int disk) { return &disks[disk].faults; }
int64_t simulation_disk_writes(int disk) { return disks[disk].writes; }
int64_t simulation_disk_syncs(int disk) { return disks[disk].syncs; }
void simulation_set_process(int process) { current = process; }

/* SQLite knows files by their inode and keeps locks of the dead process in memory: the files become others. */
static void renew(struct disk *disk) {
  for (size_t at = 0; at < disk->present.count; at++) {
    struct name *name = &disk->present.all[at];
    if (S_ISDIR(name->node->mode)) continue;
    char other[PATH_MAX];
    unsigned char *bytes = 0;
    size_t length;
    snprintf(other, sizeof other, "%s~", name->path);
    read_all(name->path, &bytes, &length);
    write_all(other, name->node, bytes, length);
    REAL(rename)(other, name->path);
    free(bytes);
  }
}

static int close_all(int disk, int process) {
  int found = 0;
  int nowhere = REAL(open64)("/dev/null", O_RDWR | O_CLOEXEC);
  for (int file = 0; file < DESCRIPTORS; file++)
    if (table[file].node && (disk < 0 ? table[file].process == process : table[file].node->disk == disk)) {
      found |= 1 << (table[file].node->disk % 30);
      table[file].node = 0;
      dup3(nowhere, file, O_CLOEXEC);
    }
  REAL(close)(nowhere);
  return found;
}

void simulation_kill(int process) {
  int found = close_all(-1, process);
  for (int at = 0; at < disk_count; at++)
    if (found & 1 << (at % 30)) renew(&disks[at]);
}

/* Sectors of each change arrive or not, in any order, and the last one that does may be torn. */
static void tear(struct node *node, uint64_t *random) {
  uint64_t kept = next(random) % 5 * 25;
  size_t until = node->count ? next(random) % (node->count + 1) : 0;
  for (size_t at = 0; at < node->count; at++) {
    struct change *change = &node->changes[at];
    if (!change->bytes) {
      if (at < until) apply(&node->durable, &node->length, change->at, 0, 0);
      continue;
    }
    for (size_t done = 0; done < change->count;) {
      size_t size = SECTOR - (size_t)(change->at + (int64_t)done) % SECTOR;
      if (size > change->count - done) size = change->count - done;
      size_t part = next(random) % 50 ? size : next(random) % size;
      if (next(random) % 100 < kept)
        apply(&node->durable, &node->length, change->at + (int64_t)done, change->bytes + done, part);
      done += size;
    }
  }
  forget(node);
}

void simulation_power_cut(int number, uint64_t seed) {
  struct disk *disk = &disks[number];
  close_all(number, 0);
  size_t kept = disk->count ? next(&seed) % (disk->count + 1) : 0;
  for (size_t at = 0; at < kept; at++) rename_in(&disk->durable, &disk->pending[at]);
  disk->count = 0;
  for (size_t at = disk->present.count; at-- > 0;) {
    if (S_ISDIR(disk->present.all[at].node->mode)) continue;
    REAL(unlink)(disk->present.all[at].path);
  }
  disk->present.count = 0;
  for (size_t at = 0; at < disk->durable.count; at++) {
    struct name *name = &disk->durable.all[at];
    tear(name->node, &seed);
    write_all(name->path, name->node, name->node->durable, name->node->length);
    set(&disk->present, name->path, name->node);
  }
}

int simulation_rot(const char *path, int64_t bit) {
  struct disk *disk = disk_of(path);
  struct name *name = disk ? find(&disk->present, path) : 0;
  unsigned char byte;
  if (!name) return -1;
  if ((size_t)(bit / 8) < name->node->length) name->node->durable[bit / 8] ^= (unsigned char)(1 << bit % 8);
  int file = REAL(open64)(path, O_RDWR | O_CLOEXEC);
  int result = -1;
  if (file >= 0 && REAL(pread64)(file, &byte, 1, bit / 8) == 1) {
    byte ^= (unsigned char)(1 << bit % 8);
    result = REAL(pwrite64)(file, &byte, 1, bit / 8) == 1 ? 0 : -1;
  }
  REAL(close)(file);
  return result;
}
