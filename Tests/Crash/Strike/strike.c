// strike runs a program and makes its Nth system call that changes a file or sends to a socket fail, or kills the program
// there.
//
// strace can do this for programs with one thread only, because its `when=N` counts each thread separately. Here one
// tracer counts over all threads, so that N is a place in the program's run. A seccomp filter stops only the calls that
// count; all others run at full speed.
//
//   strike [--under FOLDER]... [--sockets] [--log FILE] [--shadow FOLDER] [--at N --do ACTION [--from]] -- PROGRAM ARG...
//
//   --under    calls on files below this folder count
//   --sockets  calls that send to sockets count
//   --log      writes a line for each call that counted: number, call, file, bytes
//   --shadow   keeps the last synchronised content of each file in this folder, as after a power failure
//   --do       kill: the program is killed and the call is not made; after: the program is killed after the call;
//              torn: the program is killed after half of the bytes were written; eio, enospc: the call is not made, and
//              fails with this error
//   --from     all calls from the Nth on fail; with eio and enospc only, and with enospc only calls that need space
//
// After SIGUSR1 the next call that counts is struck, whatever its number is. SIGTERM and SIGINT are passed on to the
// program. strike exits with the program's status, or with 128 plus the number of the signal that ended the program.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#if !defined(__x86_64__)
int main(void) {
  fprintf(stderr, "strike: only for x86-64\n");
  return 69;
}
#else

enum kind { descriptor_write, descriptor_other, at_path, at_path_second, plain_path, plain_path_second };

static const struct call {
  long number;
  const char *name;
  enum kind kind;
  // The index of the argument with the number of bytes, or -1.
  int count;
} calls[] = {
    {SYS_write, "write", descriptor_write, 2},
    {SYS_pwrite64, "pwrite64", descriptor_write, 2},
    {SYS_writev, "writev", descriptor_other, -1},
    {SYS_pwritev, "pwritev", descriptor_other, -1},
    {SYS_sendto, "sendto", descriptor_write, 2},
    {SYS_sendmsg, "sendmsg", descriptor_other, -1},
    {SYS_fsync, "fsync", descriptor_other, -1},
    {SYS_fdatasync, "fdatasync", descriptor_other, -1},
    {SYS_ftruncate, "ftruncate", descriptor_other, -1},
    {SYS_fallocate, "fallocate", descriptor_other, -1},
    {SYS_openat, "openat", at_path, -1},
    {SYS_mkdir, "mkdir", plain_path, -1},
    {SYS_mkdirat, "mkdirat", at_path, -1},
    {SYS_unlink, "unlink", plain_path, -1},
    {SYS_unlinkat, "unlinkat", at_path, -1},
    {SYS_rename, "rename", plain_path_second, -1},
    {SYS_renameat, "renameat", at_path_second, -1},
    {SYS_renameat2, "renameat2", at_path_second, -1},
    {SYS_link, "link", plain_path_second, -1},
    {SYS_linkat, "linkat", at_path_second, -1},
};
enum { call_count = sizeof calls / sizeof *calls };

enum action { nothing, do_kill, do_after, do_torn, do_eio, do_enospc };

static const char *folders[8];
static int folder_count;
static int sockets;
static FILE *log_file;
static const char *shadow;
static long at;
static int from;
static enum action action;
static pid_t child;
static long counted;
static volatile sig_atomic_t armed;

static void die(const char *what) {
  fprintf(stderr, "strike: %s: %s\n", what, strerror(errno));
  exit(70);
}

static void hand_on(int signal) {
  if (child > 0) kill(child, signal);
}

static void arm(int signal) {
  (void)signal;
  armed = 1;
}

// Stops only the calls of the table, and openat only if it may create a file.
static void install_filter(void) {
  struct sock_filter filter[call_count * 2 + 16];
  int n = 0;
  filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
  filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
  filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (int i = 0; i < call_count; i++) {
    if (calls[i].number == SYS_openat) continue;
    filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[i].number, 0, 1);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  }
  filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3);
  filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2]));
  filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_CREAT, 0, 1);
  filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {.len = (unsigned short)n, .filter = filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) die("seccomp");
}

static void start(char **command) {
  child = fork();
  if (child < 0) die("fork");
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    install_filter();
    execvp(command[0], command);
    die(command[0]);
  }
  int status;
  if (waitpid(child, &status, 0) != child) die("waitpid");
  long options = PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC |
                 PTRACE_O_TRACESECCOMP | PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL;
  if (ptrace(PTRACE_SETOPTIONS, child, NULL, options)) die("ptrace");
  ptrace(PTRACE_CONT, child, NULL, NULL);
}

static void path_of_descriptor(pid_t thread, int descriptor, char *path) {
  char name[64];
  if (descriptor == AT_FDCWD)
    snprintf(name, sizeof name, "/proc/%d/cwd", thread);
  else
    snprintf(name, sizeof name, "/proc/%d/fd/%d", thread, descriptor);
  ssize_t length = readlink(name, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = 0;
}

static void text_of(pid_t thread, unsigned long address, char *text) {
  // The text is read page by page, because the memory after it may not be readable.
  size_t length = 0;
  while (length < PATH_MAX - 1) {
    size_t wanted = 4096 - (address + length) % 4096;
    if (wanted > PATH_MAX - 1 - length) wanted = PATH_MAX - 1 - length;
    struct iovec here = {text + length, wanted}, there = {(void *)(address + length), wanted};
    ssize_t got = process_vm_readv(thread, &here, 1, &there, 1, 0);
    if (got <= 0) break;
    if (memchr(text + length, 0, (size_t)got)) return;
    length += (size_t)got;
  }
  text[length] = 0;
}

static void path_at(pid_t thread, int descriptor, unsigned long address, char *path) {
  char text[PATH_MAX];
  text_of(thread, address, text);
  if (text[0] == '/') {
    strcpy(path, text);
    return;
  }
  path_of_descriptor(thread, descriptor, path);
  size_t length = strlen(path);
  snprintf(path + length, PATH_MAX - length, "/%s", text);
}

static void path_of(pid_t thread, const struct call *call, const unsigned long long *args, char *path) {
  switch (call->kind) {
  case descriptor_write:
  case descriptor_other: path_of_descriptor(thread, (int)args[0], path); break;
  case at_path: path_at(thread, (int)args[0], args[1], path); break;
  case at_path_second: path_at(thread, (int)args[2], args[3], path); break;
  case plain_path: path_at(thread, AT_FDCWD, args[0], path); break;
  case plain_path_second: path_at(thread, AT_FDCWD, args[1], path); break;
  }
}

static int counts(const char *path) {
  if (strncmp(path, "socket:", 7) == 0) return sockets;
  for (int i = 0; i < folder_count; i++) {
    size_t length = strlen(folders[i]);
    if (strncmp(path, folders[i], length) == 0 && (path[length] == '/' || path[length] == 0)) return 1;
  }
  return 0;
}

static int takes_no_room(long number) {
  return number == SYS_fsync || number == SYS_fdatasync || number == SYS_unlink || number == SYS_unlinkat;
}

static void keep_shadow(const char *path) {
  const char *name = strrchr(path, '/');
  if (!name) return;
  char target[PATH_MAX];
  snprintf(target, sizeof target, "%s%s", shadow, name);
  int in = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (in < 0) return;
  if (fstat(in, &status) == 0 && S_ISREG(status.st_mode)) {
    int out = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (out < 0) die(target);
    char buffer[65536];
    ssize_t got;
    while ((got = read(in, buffer, sizeof buffer)) > 0)
      if (write(out, buffer, (size_t)got) != got) die(target);
    close(out);
  }
  close(in);
}

// The calls that have begun and not ended yet, one for each thread.
static struct pending {
  pid_t thread;
  int kills;
  char path[PATH_MAX];
} pending[64];

static struct pending *pending_of(pid_t thread) {
  for (int i = 0; i < 64; i++)
    if (pending[i].thread == thread) return &pending[i];
  return NULL;
}

// Returns how the thread continues: PTRACE_CONT, or PTRACE_SYSCALL to stop at the end of the call too.
static int at_call(pid_t thread) {
  struct user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, thread, NULL, &registers)) return PTRACE_CONT;
  const struct call *call = NULL;
  for (int i = 0; i < call_count && !call; i++)
    if ((unsigned long)calls[i].number == registers.orig_rax) call = &calls[i];
  if (!call) return PTRACE_CONT;
  unsigned long long args[] = {registers.rdi, registers.rsi, registers.rdx, registers.r10};
  char path[PATH_MAX];
  path_of(thread, call, args, path);
  if (!counts(path)) return PTRACE_CONT;
  counted++;
  int strikes = action != nothing && (counted == at || (from && counted > at) || armed);
  // On a full disk, calls that need no space still succeed.
  if (from && action == do_enospc && takes_no_room(call->number)) strikes = 0;
  if (log_file)
    fprintf(log_file, "%ld\t%s\t%s\t%lld\t%s\n", counted, call->name, path,
            call->count < 0 ? -1 : (long long)args[call->count], strikes ? "struck" : "");
  int synchronises = call->number == SYS_fsync || call->number == SYS_fdatasync;
  struct pending *slot = NULL;
  if ((strikes && (action == do_torn || action == do_after)) || (shadow && synchronises && !strikes)) slot = pending_of(0);
  if (strikes) {
    if (action == do_kill) {
      kill(child, SIGKILL);
      return PTRACE_CONT;
    }
    if (action == do_torn && call->count >= 0) {
      registers.rdx = args[2] / 2;
      ptrace(PTRACE_SETREGS, thread, NULL, &registers);
    }
    if (action == do_eio || action == do_enospc) {
      registers.orig_rax = (unsigned long)-1;
      registers.rax = (unsigned long)-(action == do_eio ? EIO : ENOSPC);
      ptrace(PTRACE_SETREGS, thread, NULL, &registers);
      return PTRACE_CONT;
    }
  }
  if (!slot) return PTRACE_CONT;
  slot->thread = thread;
  slot->kills = strikes;
  strcpy(slot->path, path);
  return PTRACE_SYSCALL;
}

static void at_end_of_call(pid_t thread) {
  struct pending *slot = pending_of(thread);
  if (!slot) return;
  slot->thread = 0;
  if (slot->kills)
    kill(child, SIGKILL);
  else
    keep_shadow(slot->path);
}

static int follow(void) {
  int result = 70;
  while (1) {
    int status;
    pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0) {
      if (errno == EINTR) continue;
      return result;
    }
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (thread == child) result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      continue;
    }
    int next = PTRACE_CONT;
    int deliver = 0;
    int event = status >> 16;
    if (event == PTRACE_EVENT_SECCOMP) {
      next = at_call(thread);
    } else if (event != 0) {
      // A thread was created, or the program has replaced itself with exec.
    } else if (WSTOPSIG(status) == (SIGTRAP | 0x80)) {
      at_end_of_call(thread);
    } else if (WSTOPSIG(status) != SIGSTOP && WSTOPSIG(status) != SIGTRAP) {
      deliver = WSTOPSIG(status);
    }
    ptrace(next, thread, NULL, deliver);
  }
}

int main(int count, char **arguments) {
  int i = 1;
  for (; i < count && strcmp(arguments[i], "--"); i++) {
    const char *option = arguments[i];
    if (!strcmp(option, "--sockets")) {
      sockets = 1;
      continue;
    }
    if (!strcmp(option, "--from")) {
      from = 1;
      continue;
    }
    const char *value = i + 1 < count ? arguments[++i] : "";
    if (!strcmp(option, "--under") && folder_count < 8) {
      folders[folder_count++] = value;
    } else if (!strcmp(option, "--log")) {
      if (!(log_file = fopen(value, "we"))) die(value);
      setvbuf(log_file, NULL, _IOLBF, 0);
    } else if (!strcmp(option, "--shadow")) {
      shadow = value;
    } else if (!strcmp(option, "--at")) {
      at = atol(value);
    } else if (!strcmp(option, "--do")) {
      action = !strcmp(value, "kill") ? do_kill
               : !strcmp(value, "after") ? do_after
               : !strcmp(value, "torn") ? do_torn
               : !strcmp(value, "eio") ? do_eio
               : !strcmp(value, "enospc") ? do_enospc
                                          : nothing;
    } else {
      fprintf(stderr, "strike: unknown option %s\n", option);
      return 64;
    }
  }
  if (i + 1 >= count) {
    fprintf(stderr, "strike: no program\n");
    return 64;
  }
  struct sigaction handler = {.sa_handler = hand_on};
  sigaction(SIGTERM, &handler, NULL);
  sigaction(SIGINT, &handler, NULL);
  handler.sa_handler = arm;
  sigaction(SIGUSR1, &handler, NULL);
  start(arguments + i + 1);
  return follow();
}
#endif
