/*
 * Preloaded into the service: lets writes below $FAULTY_PLACE fail, moves the clock, and keeps in $FLUSHED_PLACE what a
 * power cut would leave, which is each file as it was when it was last flushed. faults.ts compiles and controls it.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct control {
  volatile int write_error;
  volatile int flush_error;
  volatile long long clock_seconds;
};

static struct control *control;
static const char *place, *flushed;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTS_CONTROL");
  place = getenv("FAULTY_PLACE");
  flushed = getenv("FLUSHED_PLACE");
  int fd = path ? open(path, O_RDONLY) : -1;
  if (fd < 0) return;
  void *shared = mmap(NULL, sizeof(struct control), PROT_READ, MAP_SHARED, fd, 0);
  if (shared != MAP_FAILED) control = shared;
  close(fd);
}

/* Name of the open file below the place; NULL for any other. */
static const char *name_of(int fd, char *path) {
  char link[64];
  if (!control || !place) return NULL;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length <= 0) return NULL;
  path[length] = 0;
  size_t prefix = strlen(place);
  return strncmp(path, place, prefix) == 0 && path[prefix] == '/' ? path + prefix + 1 : NULL;
}

static int refused(int fd) {
  char path[PATH_MAX];
  if (!control || !control->write_error || !name_of(fd, path)) return 0;
  errno = control->write_error;
  return 1;
}

ssize_t write(int fd, const void *bytes, size_t count) { return refused(fd) ? -1 : REAL(write)(fd, bytes, count); }
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  return refused(fd) ? -1 : REAL(pwrite)(fd, bytes, count, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  return refused(fd) ? -1 : REAL(pwrite64)(fd, bytes, count, at);
}
int ftruncate(int fd, off_t length) { return refused(fd) ? -1 : REAL(ftruncate)(fd, length); }
int ftruncate64(int fd, off64_t length) { return refused(fd) ? -1 : REAL(ftruncate64)(fd, length); }

/* Deletions last once anything is flushed after them: file systems write their journal in order. */
static void forget(void) {
  char kept[PATH_MAX], original[PATH_MAX];
  struct dirent *entry;
  DIR *all = opendir(flushed);
  while (all && (entry = readdir(all))) {
    if (entry->d_name[0] == '.') continue;
    snprintf(kept, sizeof kept, "%s/%s", flushed, entry->d_name);
    snprintf(original, sizeof original, "%s/%s", place, entry->d_name);
    if (access(original, F_OK) != 0) unlink(kept);
  }
  if (all) closedir(all);
}

/* Without a whole copy the attack would measure nothing. */
static void require(int done, const char *what) {
  if (done) return;
  perror(what);
  abort();
}

/* Deliveries flush on threads of their own while a commit is being kept. */
static pthread_mutex_t keeping = PTHREAD_MUTEX_INITIALIZER;

static void keep(int fd) {
  char path[PATH_MAX], target[PATH_MAX + 64], fresh[PATH_MAX + 80];
  static char buffer[1 << 16];
  struct stat about;
  const char *name = flushed ? name_of(fd, path) : NULL;
  if (!name || strchr(name, '/') || fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return;
  snprintf(target, sizeof target, "%s/%s", flushed, name);
  snprintf(fresh, sizeof fresh, "%s.new", target);
  pthread_mutex_lock(&keeping);
  int from = open(path, O_RDONLY), to = open(fresh, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  require(from >= 0 && to >= 0, fresh);
  ssize_t count;
  while ((count = read(from, buffer, sizeof buffer)) > 0) require(REAL(write)(to, buffer, count) == count, fresh);
  require(count == 0, path);
  close(from);
  close(to);
  require(rename(fresh, target) == 0, target);
  forget();
  pthread_mutex_unlock(&keeping);
}

static int flush(int fd, int (*real)(int)) {
  char path[PATH_MAX];
  if (control && control->flush_error && name_of(fd, path)) {
    errno = control->flush_error;
    return -1;
  }
  int result = real(fd);
  if (result == 0) keep(fd);
  return result;
}
int fsync(int fd) { return flush(fd, REAL(fsync)); }
int fdatasync(int fd) { return flush(fd, REAL(fdatasync)); }

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = REAL(clock_gettime)(clock, now);
  if (control && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += control->clock_seconds;
  return result;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int result = REAL(gettimeofday)(now, zone);
  if (control) now->tv_sec += control->clock_seconds;
  return result;
}
time_t time(time_t *out) {
  time_t now = REAL(time)(NULL) + (control ? (time_t)control->clock_seconds : 0);
  if (out) *out = now;
  return now;
}
