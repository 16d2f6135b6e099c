# Builds the adapter in the current folder if its source, its manifest, a header or this file has
# changed: `make -s -f ../kits/c/adapter.mk LIBS=-lmylib`. SOURCE is a file in C or C++, SOURCES are files of the
# library that are compiled with it, and LIBRARY is the result.

# No rule of make itself applies: one would replace `a.c` by the text of `a.c.sh`.
MAKEFLAGS += --no-builtin-rules
KIT := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
# The kit of a language that is built alike has set these.
ifneq ($(origin COMPILER),file)
SOURCE := adapter.cpp
COMPILER = $(if $(filter %.c,$(SOURCE)),$(CC) -std=c11,$(CXX) -std=c++17)
LANGUAGE_OPTIONS :=
LANGUAGE_LIBS :=
endif
# The name of a folder would be read by a shell.
LIBRARY := .build/adapter.so
# With the lines of functions, also of inlined ones, a crash is attributed to the library or to its adapter.
OPTIONS := -O2 -g1 -Wall -Wextra -fPIC -pthread -iquote . -I$(KIT)
COMPILE := $(COMPILER) $(OPTIONS) $(LANGUAGE_OPTIONS)
DEPENDENCIES := $(basename $(LIBRARY)).mk
# Headers of a package keep its build date, so a newer library can look older than the last build here.
PACKAGES := $(wildcard /var/lib/dpkg/status)
# A library that is not the one that was built, because it was cut short, is built anew.
CHANGED := $(if $(wildcard $(LIBRARY)),$(shell cksum < $(LIBRARY) | cmp -s - $(LIBRARY).sum || echo changed))

# The library gets its name only when it is complete, so an interrupted build leaves none behind.
# The headers of the adapter are known, because it is compiled last; those of SOURCES are not.
$(LIBRARY): $(SOURCE) $(SOURCES) $(wildcard adapter.json) $(MAKEFILE_LIST) $(PACKAGES) $(CHANGED)
	mkdir -p $(dir $@)
	$(COMPILE) $(FLAGS) -shared -MMD -MP -MF $(DEPENDENCIES) -MT $@ $(SOURCES) $(SOURCE) -o $@.new $(LIBS) $(LANGUAGE_LIBS)
	$(PLAIN)
	cksum < $@.new > $@.sum
	mv $@.new $@

# make reads the names of headers as its own language. With a name that could mean anything in it, the
# library depends on no header, and is always built anew.
PLAIN = if sed '1s/: / /; s/:$$//' $(DEPENDENCIES) | LC_ALL=C tr -d '\200-\377' | \
	LC_ALL=C grep -q '[^A-Za-z0-9_./+,@^ \-]'; then echo '$@: changed' > $(DEPENDENCIES); fi

.PHONY: changed

-include $(DEPENDENCIES)
