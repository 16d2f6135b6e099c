# Builds the adapter in the current folder if its source, its manifest, a header or this file has
# changed: `make -s -f ../kits/c/adapter.mk LIBS=-lmylib`. SOURCE is a file in C or C++, and LIBRARY
# the result.

KIT := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
SOURCE := adapter.cpp
LIBRARY := .build/$(notdir $(CURDIR)).so
OPTIONS := -O2 -Wall -Wextra -fPIC -pthread -I$(KIT)
COMPILE := $(if $(filter %.c,$(SOURCE)),$(CC) -std=c11,$(CXX) -std=c++17) $(OPTIONS)
DEPENDENCIES := $(basename $(LIBRARY)).mk
# Headers of a package keep its build date, so a newer library can look older than the last build here.
PACKAGES := $(wildcard /var/lib/dpkg/status)

# The library gets its name only when it is complete, so an interrupted build leaves none behind.
$(LIBRARY): $(SOURCE) $(wildcard adapter.json) $(MAKEFILE_LIST) $(PACKAGES)
	mkdir -p $(dir $@)
	$(COMPILE) $(FLAGS) -shared -MMD -MP -MF $(DEPENDENCIES) -MT $@ $(SOURCE) -o $@.new $(LIBS)
	mv $@.new $@

-include $(DEPENDENCIES)
