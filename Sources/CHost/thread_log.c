#include "aplus_thread_log.h"

_Thread_local struct aplus_thread_log aplus_thread_log;
