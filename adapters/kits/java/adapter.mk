# Compiles the adapter in the current folder, together with the kit, if a source, the manifest or this file has
# changed: `make -s -f ../kits/java/adapter.mk FLAGS='-cp mylib.jar'`. OUTPUT is the folder for the result.

# No rule of make itself applies: one would replace `A.java` by the text of `A.java.sh`.
MAKEFLAGS += --no-builtin-rules
KIT := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
OUTPUT := .build
# Files of a package keep its build date, so a newer library can look older than the last build here.
PACKAGES := $(wildcard /var/lib/dpkg/status)
# The names of sources may be anything, so neither make nor a shell reads them: `find` compares their dates, and a
# pattern names them to the compiler.
NEWER = find . -maxdepth 1 -name '*.java' -newer $(OUTPUT)/compiled | grep -q .
# So few sources are compiled before the compiler's own code is worth optimizing.
QUICK := -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC
# What was compiled, with its checksums: what was cut short is compiled anew.
SUM = find $(OUTPUT) -name '*.class' -exec cksum {} + | LC_ALL=C sort
CHANGED := $(if $(wildcard $(OUTPUT)/compiled), \
  $(shell if $(NEWER) || ! $(SUM) | cmp -s - $(OUTPUT)/compiled; then echo changed; fi))

$(OUTPUT)/compiled: $(wildcard $(KIT)/aplus/*.java adapter.json) $(MAKEFILE_LIST) $(PACKAGES) $(CHANGED)
	mkdir -p $(OUTPUT)
	javac $(QUICK) -Xlint:all $(FLAGS) -d $(OUTPUT) -sourcepath $(KIT) ./*.java $(KIT)/aplus/Host.java
	$(SUM) > $@

.PHONY: changed
