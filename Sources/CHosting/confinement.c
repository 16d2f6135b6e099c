#define _GNU_SOURCE
#include "confinement.h"

#include <errno.h>

#ifdef __linux__
#include <grp.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
// System calls for programs with 32-bit pointers have this bit, and the same meaning.
#define FOREIGN 0x40000000
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define FOREIGN 0x80000000
#endif

// The user `nobody` of Linux, who owns no files.
enum { nobody = 65534 };

#ifdef ARCHITECTURE
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF(test, value, yes, no) BPF_JUMP(BPF_JMP | test | BPF_K, value, yes, no)
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)

static bool refuse_sockets(void) {
  // Jumps count the instructions that they skip.
  struct sock_filter instructions[] = {
    LOAD(arch),
    IF(BPF_JEQ, ARCHITECTURE, 0, 18),
    LOAD(nr),
    IF(BPF_JSET, FOREIGN, 16, 0),
    IF(BPF_JEQ, SYS_socket, 3, 0),
    IF(BPF_JEQ, SYS_socketpair, 8, 0),
    // Its requests can make sockets without the system call.
    IF(BPF_JEQ, SYS_io_uring_setup, 12, 0),
    RETURN(SECCOMP_RET_ALLOW),
    LOAD(args[0]),
    IF(BPF_JEQ, AF_INET, 3, 0),
    IF(BPF_JEQ, AF_INET6, 2, 0),
    IF(BPF_JEQ, AF_NETLINK, 1, 0),
    RETURN(SECCOMP_RET_ERRNO | EACCES),
    RETURN(SECCOMP_RET_ALLOW),
    // A pair of datagram sockets could be connected anew.
    LOAD(args[1]),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xF),
    IF(BPF_JEQ, SOCK_STREAM, 1, 0),
    IF(BPF_JEQ, SOCK_SEQPACKET, 0, 2),
    RETURN(SECCOMP_RET_ALLOW),
    RETURN(SECCOMP_RET_ERRNO | ENOSYS),
    RETURN(SECCOMP_RET_ERRNO | EACCES),
  };
  struct sock_fprog program = {sizeof instructions / sizeof *instructions, instructions};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
#else
static bool refuse_sockets(void) {
  errno = ENOSYS;
  return false;
}
#endif

// Opening /dev/fd/0 obeys the owner of the pipe, even though the descriptor is open.
static bool give_pipes_away(const int *streams) {
  for (int place = 0; place < 3; place++) {
    struct stat stream;
    if (fstat(streams[place], &stream)) return false;
    if (S_ISFIFO(stream.st_mode) && fchown(streams[place], nobody, nobody)) return false;
  }
  return true;
}

// The functions of the C library would wait for locks that a thread of the runner may have held. This process has
// one thread.
bool aplus_confine(const int *streams) {
  if (geteuid() == 0) {
    if (!give_pipes_away(streams)) return false;
    if (syscall(SYS_setgroups, 0, 0) || syscall(SYS_setresgid, nobody, nobody, nobody)) return false;
    if (syscall(SYS_setresuid, nobody, nobody, nobody)) return false;
  }
  return refuse_sockets();
}
#else
bool aplus_confine(const int *streams) {
  (void)streams;
  errno = ENOSYS;
  return false;
}
#endif
