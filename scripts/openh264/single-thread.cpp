/* Replaces WelsThreadLib.cpp, which needs POSIX threads. Both programs run in one thread, so locks are empty and there are no others. */
#include "WelsThreadLib.h"

#define DONE WELS_THREAD_ERROR_OK
#define NONE WELS_THREAD_ERROR_GENERAL

WELS_THREAD_ERROR_CODE WelsMutexInit(WELS_MUTEX*) { return DONE; }
WELS_THREAD_ERROR_CODE WelsMutexLock(WELS_MUTEX*) { return DONE; }
WELS_THREAD_ERROR_CODE WelsMutexUnlock(WELS_MUTEX*) { return DONE; }
WELS_THREAD_ERROR_CODE WelsMutexDestroy(WELS_MUTEX*) { return DONE; }
WELS_THREAD_ERROR_CODE WelsEventOpen(WELS_EVENT*, const char*) { return NONE; }
WELS_THREAD_ERROR_CODE WelsEventClose(WELS_EVENT*, const char*) { return DONE; }
WELS_THREAD_ERROR_CODE WelsEventSignal(WELS_EVENT*, WELS_MUTEX*, int*) { return NONE; }
WELS_THREAD_ERROR_CODE WelsEventWait(WELS_EVENT*, WELS_MUTEX*, int&) { return NONE; }
WELS_THREAD_ERROR_CODE WelsThreadCreate(WELS_THREAD_HANDLE*, LPWELS_THREAD_ROUTINE, void*, WELS_THREAD_ATTR) { return NONE; }
WELS_THREAD_ERROR_CODE WelsThreadSetName(const char*) { return DONE; }
void WelsSleep(uint32_t) {}
WELS_THREAD_ERROR_CODE WelsThreadJoin(WELS_THREAD_HANDLE) { return NONE; }
WELS_THREAD_ERROR_CODE WelsQueryLogicalProcessInfo(WelsLogicalProcessInfo* info) {
  info->ProcessorCount = 1;
  return DONE;
}
extern "C" {
int sem_wait(sem_t*) { return -1; }
int sem_post(sem_t*) { return -1; }
int sem_timedwait(sem_t* __restrict, const struct timespec* __restrict) { return -1; }
int sem_init(sem_t*, int, unsigned) { return -1; }
int sem_destroy(sem_t*) { return -1; }
}
