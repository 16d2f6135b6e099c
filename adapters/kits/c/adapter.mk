# Builds the adapter of the folder that make is called in, where its source, its manifest, a header or
# this file has changed: `make -s -f ../kits/c/adapter.mk LIBS=-lmylib`.

CXXFLAGS := -std=c++17 -O2 -Wall -Wextra -fPIC -pthread
LIBRARY := .build/$(notdir $(CURDIR)).so
# Headers of a package keep the date of its making, so that a newer library can look older.
PACKAGES := $(wildcard /var/lib/dpkg/status)

# The library takes its name once it is whole: a build that is ended halfway leaves none behind.
$(LIBRARY): adapter.cpp adapter.json $(MAKEFILE_LIST) $(PACKAGES)
	mkdir -p .build
	$(CXX) $(CXXFLAGS) $(FLAGS) -shared -MMD -MP -MF .build/headers.mk -MT $@ adapter.cpp -o $@.new $(LIBS)
	mv $@.new $@

-include .build/headers.mk
