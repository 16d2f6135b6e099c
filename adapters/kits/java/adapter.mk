# Compiles the adapter of the folder that make is called in with the kit, where a source or its
# manifest has changed: `make -s -f ../kits/java/adapter.mk FLAGS='-cp mylib.jar'`.

KIT := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
SOURCES := $(wildcard *.java)

.build/compiled: $(SOURCES) $(wildcard $(KIT)/aplus/*.java) adapter.json
	mkdir -p .build
	javac -Xlint:all $(FLAGS) -d .build -sourcepath $(KIT) $(SOURCES) $(KIT)/aplus/Host.java
	touch $@
