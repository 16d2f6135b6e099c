# A host for promises in Perl, 5.26 or later: performs programs on a library and writes what it saw.
#
#   perl host.pl ADAPTER-FILE [--name NAME] [--library LIBRARY]

use v5.26;
use warnings;
use Cwd ();
use File::Basename ();

my $home;
BEGIN { $home = File::Basename::dirname(Cwd::abs_path(__FILE__)) }
# Only the host is loaded with this path, so that the library and its adapter are searched for as without a host.
use lib $home;
use Host::Start;
no lib $home;

Host::Start::main() unless caller;
