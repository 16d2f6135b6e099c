# frozen_string_literal: true

# A host for promises in Ruby, 3.1 or later: performs programs on a library and writes what it saw.
#
#     ruby host.rb ADAPTER-FILE [--name NAME] [--library LIBRARY]

require_relative "host/start"

Host.start if $PROGRAM_NAME == __FILE__
