# Builds an adapter in Objective-C (`.m`) or Objective-C++ (`.mm`) as ../c/adapter.mk does for C:
# `make -s -f ../kits/objc/adapter.mk SOURCES=MyPromise.m`. SOURCE is the adapter, and SOURCES are files of the library
# that are compiled with it.

OBJC_KIT := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
SOURCE := adapter.m
# Only clang has blocks. It takes the language of each file from its name.
COMPILER := clang
ifeq ($(shell uname),Darwin)
LANGUAGE_OPTIONS := -fobjc-arc -I$(OBJC_KIT)
LANGUAGE_LIBS := -framework Foundation $(if $(filter %.mm,$(SOURCE) $(SOURCES)),-lc++)
else
ifeq ($(and $(shell command -v clang),$(shell command -v gnustep-config)),)
$(error Objective-C needs clang and GNUstep, which are not installed: apt install clang libgnustep-base-dev)
endif
# The folder of the adapter is for its own headers only. Those of GCC's runtime are beside headers of its compiler.
LANGUAGE_OPTIONS := $(filter-out -MMD -MP -I.,$(shell gnustep-config --objc-flags)) -fblocks -I$(OBJC_KIT) \
	-idirafter $(shell gcc -print-file-name=include)
LANGUAGE_LIBS := $(shell gnustep-config --base-libs) $(if $(filter %.mm,$(SOURCE) $(SOURCES)),-lstdc++)
endif

include $(OBJC_KIT)/../c/adapter.mk
