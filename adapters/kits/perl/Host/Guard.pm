package Host::Guard;

# Separates faults of the host from exceptions of the library.

use v5.26;
use warnings;
use experimental 'signatures';
use Exporter 'import';
use Host::Constants qw(BROKEN_EXIT_STATUS);
use POSIX ();

our @EXPORT_OK = qw(guarded);

# Runs the host's own code, and ends the process if it dies: the library must not catch a fault of the host.
sub guarded ($body) {
    my @result;
    return @result if eval { @result = $body->(); 1 };
    print STDERR "host: $@";
    POSIX::_exit(BROKEN_EXIT_STATUS);
}

1;
