#pragma once

#include <stdbool.h>

/// Takes from this process, and from all that it starts, what a sandbox of namespaces leaves them: the rights of
/// root, and sockets that no network namespace contains. False with `errno` where the system refuses it.
///
/// Root becomes the user `nobody`, because files in /proc/sys and device nodes obey the user who is root outside of
/// all namespaces. The pipes among the three streams become that user's, so that a program can open them anew. Only
/// sockets of the families INET and NETLINK can be made: a Unix socket connects through a file, even on a read-only
/// file system, and others reach the machine's hypervisor or devices.
bool aplus_confine(const int *streams);
