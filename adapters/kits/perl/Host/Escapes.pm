package Host::Escapes;

# What leaves the library at the top of a stack.

use v5.26;
use warnings;
use experimental 'signatures';
use Exporter 'import';
use Host::Recorder qw(note reference);
use Host::State ();
use Scalar::Util qw(weaken);

our @EXPORT_OK = qw(note_throw);

# What user code threw last, and its run: where it goes uncaught, no frame tells whose it is.
my $last_throw;

sub note_throw ($value) {
    $last_throw = { run => $Host::run, value => $value };
    weaken $last_throw->{value} if ref $value;
}

# An exception left the library at the top of a stack; also for the hooks in which an event loop reports such.
#
# It belongs to the run whose user code threw it, else to the one that is performed. A report may have made a text of
# it.
sub Host::uncaught ($error) {
    return print STDERR "host: uncaught before the first run: $error\n" unless $Host::run;
    my $thrown = $last_throw && defined $last_throw->{value} ? $last_throw : { run => $Host::run, value => $error };
    $thrown = { run => $Host::run, value => $error } if "$thrown->{value}" =~ s/\n\z//r ne "$error" =~ s/\n\z//r;
    local $Host::run = $thrown->{run};
    note('"e":"uncaught","value":' . reference($thrown->{value}));
}

# Reports what a destructor dies with, of which Perl makes a warning.
sub watch_destructors () {
    $SIG{__WARN__} = sub ($text) {
        return print STDERR $text unless $text =~ /^\t\(in cleanup\) (.*)/s;
        # Only behind an object has Perl added the place by itself.
        Host::uncaught($1 =~ s/^(\S+=\w+\(0x\w+\)) at .*/$1/sr);
    };
}

1;
