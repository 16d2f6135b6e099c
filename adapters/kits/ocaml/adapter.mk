# Builds the adapter in the current folder, from all OCaml sources there and the kit, if a source, the manifest, a
# package or this file has changed: `make -s -f ../kits/ocaml/adapter.mk PACKAGES=lwt`.
#
# `Version.of_package "lwt"` is the version of such a package. OUTPUT is the folder for the result, PROGRAM its file.

# No rule of make itself applies: one would replace `a.ml` by the text of `a.ml.sh`.
MAKEFLAGS += --no-builtin-rules
KIT := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
OUTPUT := .build
# The name of a folder would be read by a shell.
PROGRAM := $(OUTPUT)/adapter
# Files of a package keep its build date, so a newer library can look older than the last build here.
STATUS := $(wildcard /var/lib/dpkg/status)
# The names of sources may be anything, so make does not read them.
NEWER = find . -maxdepth 1 -name '*.ml' -newer $(PROGRAM) | grep -q .
# A program that is not the one that was built, because it was cut short, is built anew.
CHANGED := $(if $(wildcard $(PROGRAM)),$(shell \
  if $(NEWER) || ! cksum < $(PROGRAM) | cmp -s - $(PROGRAM).sum; then echo changed; fi))
OCAMLOPT := ocamlfind ocamlopt -package unix,yojson $(addprefix -package ,$(PACKAGES))

# Compiles the sources of a folder into another one, in the order of their dependencies, with options.
define compile
	set -e; for source in $$(ocamlfind ocamldep -sort $(1)/*.ml); do \
	  $(OCAMLOPT) $(3) -I $(2) -c "$$source" -o "$(2)/$$(basename "$$source" .ml).cmx"; \
	done
endef

# The names of the compiled modules of a folder in that order.
modules = $$(ocamlfind ocamldep -sort $(1)/*.ml | sed 's,[^ ]*/,$(2)/,g; s,\.ml,.cmx,g')

# The program gets its name only when it is complete, so an interrupted build leaves none behind.
$(PROGRAM): $(wildcard adapter.json $(KIT)/*.ml $(KIT)/aplus/*.ml) $(MAKEFILE_LIST) $(STATUS) $(CHANGED)
	@for source in ./*.ml; do case $$source in *[[:space:]]*) \
	  echo "error: found a space in the name of $$source, expected none, as the compiler would take it for two" >&2; \
	  exit 1;; esac; done
	mkdir -p $(OUTPUT)/aplus
	$(call compile,$(KIT)/aplus,$(OUTPUT)/aplus,-for-pack Aplus)
	ocamlfind ocamlopt -pack -o $(OUTPUT)/aplus.cmx $(call modules,$(KIT)/aplus,$(OUTPUT)/aplus)
	$(OCAMLOPT) -I $(OUTPUT) -c $(KIT)/host.ml -o $(OUTPUT)/host.cmx
	{ echo 'let of_package = function'; \
	  $(if $(PACKAGES),ocamlfind query -format '  | "%p" -> "%v"' $(PACKAGES);) \
	  echo '  | package -> invalid_arg package'; } > $(OUTPUT)/version.ml
	$(OCAMLOPT) -I $(OUTPUT) -c $(OUTPUT)/version.ml
	$(call compile,.,$(OUTPUT))
	$(OCAMLOPT) -linkpkg $(OUTPUT)/aplus.cmx $(OUTPUT)/host.cmx $(OUTPUT)/version.cmx $(call modules,.,$(OUTPUT)) -o $@.new
	cksum < $@.new > $@.sum
	mv $@.new $@

.PHONY: changed
