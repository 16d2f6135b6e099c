# Compiles the adapter in the current folder, together with the kit, if a source, the manifest or this file has
# changed: `make -s -f ../kits/java/adapter.mk FLAGS='-cp mylib.jar'`. OUTPUT is the folder for the result.

KIT := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
SOURCES := $(wildcard *.java)
OUTPUT := .build
# Files of a package keep its build date, so a newer library can look older than the last build here.
PACKAGES := $(wildcard /var/lib/dpkg/status)

$(OUTPUT)/compiled: $(SOURCES) $(wildcard $(KIT)/aplus/*.java adapter.json) $(MAKEFILE_LIST) $(PACKAGES)
	mkdir -p $(OUTPUT)
	javac -Xlint:all $(FLAGS) -d $(OUTPUT) -sourcepath $(KIT) $(SOURCES) $(KIT)/aplus/Host.java
	touch $@
