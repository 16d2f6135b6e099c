package Host::Escapes;

# Exceptions that leave the library at the top of a stack.

use v5.26;
use warnings;
use experimental 'signatures';
use Exporter 'import';
use Host::Recorder qw(is_object note reference);
use Host::State ();
use Scalar::Util qw(weaken);
use overload ();

our @EXPORT_OK = qw(note_throw);

# The value that user code threw last, and its run: if the value goes uncaught, no frame shows which run threw it.
my $last_throw;

sub note_throw ($value) {
    $last_throw = { run => $Host::run, value => $value };
    weaken $last_throw->{value} if is_object($value);
}

# Records an exception that left the library at the top of a stack. Adapters call this, too, in hooks through which an
# event loop reports such exceptions.
#
# The exception belongs to the run whose user code threw it, or else to the current run. It is compared as a string,
# because a report may have turned it into one.
sub Host::uncaught ($error) {
    return print STDERR "host: uncaught before the first run: ${\ text_of($error)}\n" unless $Host::run;
    my $thrown = $last_throw && defined $last_throw->{value} ? $last_throw : { run => $Host::run, value => $error };
    $thrown = { run => $Host::run, value => $error } if text_of($thrown->{value}) ne text_of($error);
    local $Host::run = $thrown->{run};
    note('"e":"uncaught","value":' . reference($thrown->{value}));
}

# A value as a text without the end of its line. An object may refuse to become one.
sub text_of ($value) { return (eval { "$value" } // overload::StrVal($value)) =~ s/\n\z//r }

# Records what a destructor dies with, which Perl turns into a warning.
sub watch_destructors () {
    $SIG{__WARN__} = sub ($text) {
        return print STDERR $text unless $text =~ /^\t\(in cleanup\) (.*)/s;
        # If the exception is an object, Perl has appended the place, which is removed here.
        Host::uncaught($1 =~ s/^(\S+=\w+\(0x\w+\)) at .*/$1/sr);
    };
}

1;
