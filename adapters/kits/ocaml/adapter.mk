# Builds the adapter of the folder that make is called in, from all OCaml sources there and the kit, where a source, the
# manifest, a package or this file has changed: `make -s -f ../kits/ocaml/adapter.mk PACKAGES=lwt`.
#
# `Version.of_package "lwt"` is the version of such a package.

KIT := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
PROGRAM := .build/$(notdir $(CURDIR))
SOURCES := $(wildcard *.ml)
# Libraries of a package keep the date of its making, so that a newer one can look older.
STATUS := $(wildcard /var/lib/dpkg/status)
OCAMLOPT := ocamlfind ocamlopt -package unix,yojson $(addprefix -package ,$(PACKAGES))

# Compiles sources of a folder in the order of their dependencies into another one, with options.
define compile
	set -e; for source in $$(ocamlfind ocamldep -sort $(1)/*.ml); do \
	  $(OCAMLOPT) $(3) -I $(2) -c $$source -o $(2)/$$(basename $$source .ml).cmx; \
	done
endef

# The names of the compiled modules of a folder in that order.
modules = $$(ocamlfind ocamldep -sort $(1)/*.ml | sed 's,[^ ]*/,$(2)/,g; s,\.ml,.cmx,g')

# The program takes its name once it is whole: a build that is ended halfway leaves none behind.
$(PROGRAM): $(SOURCES) adapter.json $(wildcard $(KIT)/*.ml $(KIT)/aplus/*.ml) $(MAKEFILE_LIST) $(STATUS)
	mkdir -p .build/aplus
	$(call compile,$(KIT)/aplus,.build/aplus,-for-pack Aplus)
	ocamlfind ocamlopt -pack -o .build/aplus.cmx $(call modules,$(KIT)/aplus,.build/aplus)
	$(OCAMLOPT) -I .build -c $(KIT)/host.ml -o .build/host.cmx
	{ echo 'let of_package = function'; \
	  $(if $(PACKAGES),ocamlfind query -format '  | "%p" -> "%v"' $(PACKAGES);) \
	  echo '  | package -> invalid_arg package'; } > .build/version.ml
	$(OCAMLOPT) -I .build -c .build/version.ml
	$(call compile,.,.build)
	$(OCAMLOPT) -linkpkg .build/aplus.cmx .build/host.cmx .build/version.cmx $(call modules,.,.build) -o $@.new
	mv $@.new $@
