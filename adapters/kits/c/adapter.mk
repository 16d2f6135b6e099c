# Builds the adapter of the folder that make is called in, where its source, its manifest or a header
# has changed: `make -s -f ../kits/c/adapter.mk LIBS=-lmylib`.

CXXFLAGS := -std=c++17 -O2 -Wall -Wextra -fPIC -pthread
LIBRARY := .build/$(notdir $(CURDIR)).so

$(LIBRARY): adapter.cpp adapter.json
	mkdir -p .build
	$(CXX) $(CXXFLAGS) $(FLAGS) -shared -MMD -MP -MF .build/headers.mk -MT $@ adapter.cpp -o $@ $(LIBS)

-include .build/headers.mk
