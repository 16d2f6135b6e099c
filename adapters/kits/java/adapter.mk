# Compiles the adapter of the folder that make is called in with the kit, where a source, its manifest
# or this file has changed: `make -s -f ../kits/java/adapter.mk FLAGS='-cp mylib.jar'`. OUTPUT is the folder for the result.

KIT := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
SOURCES := $(wildcard *.java)
OUTPUT := .build
# Archives of a package keep the date of its making, so that a newer library can look older.
PACKAGES := $(wildcard /var/lib/dpkg/status)

$(OUTPUT)/compiled: $(SOURCES) $(wildcard $(KIT)/aplus/*.java adapter.json) $(MAKEFILE_LIST) $(PACKAGES)
	mkdir -p $(OUTPUT)
	javac -Xlint:all $(FLAGS) -d $(OUTPUT) -sourcepath $(KIT) $(SOURCES) $(KIT)/aplus/Host.java
	touch $@
