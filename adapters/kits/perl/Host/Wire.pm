package Host::Wire;

# JSON Lines over descriptors that the library cannot reach by accident.

use v5.26;
use warnings;
use experimental 'signatures';
use Exporter 'import';
use IO::Handle ();
use JSON::PP ();
use POSIX ();

our @EXPORT_OK = qw(encode read_message text write_line);

my $json = JSON::PP->new->utf8->canonical->allow_nonref;
my ($input, $output);

sub open_wire () {
    open($input, '<&', \*STDIN) or die "cannot keep the input: $!";
    open($output, '>&', \*STDOUT) or die "cannot keep the output: $!";
    $output->autoflush(1);
    open(STDIN, '<', '/dev/null') or die "cannot empty the input: $!";
    open(STDOUT, '>&', \*STDERR) or die "cannot redirect the output: $!";
    $SIG{PIPE} = 'IGNORE';
}

# The next message; an empty list at the end of input.
sub read_message () {
    while (defined(my $line = <$input>)) {
        # Otherwise Perl would append the line number of the host's input to the library's messages.
        $. = 0;
        return $json->decode($line) if $line =~ /\S/;
    }
    return;
}

# Writes a message at once; ends the process if the reader is gone.
sub write_line ($text) { print {$output} $text, "\n" or POSIX::_exit(0) }

sub encode ($value) { return $json->encode($value) }

# A string as JSON, cached because a program uses the same few again and again.
sub text ($string) { state %written; return $written{$string} //= $json->encode("$string") }

1;
