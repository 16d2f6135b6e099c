package Host::Constants;

# What the hosts of all languages share, as LONGEST_TEXT_LENGTH for `longestTextLength`.

use v5.26;
use warnings;
use Exporter 'import';
use File::Basename ();
use JSON::PP ();

our @EXPORT_OK;

BEGIN {
    my $path = File::Basename::dirname(__FILE__) . '/../../vocabulary.json';
    open(my $file, '<', $path) or die "cannot read $path: $!\n";
    my $constants = JSON::PP->new->decode(do { local $/; <$file> })->{constants};
    close $file or die "cannot read $path: $!\n";
    my %constants = map { (uc s/([A-Z])/_$1/gr => $constants->{$_}) } keys %$constants;
    require constant;
    constant->import(\%constants);
    @EXPORT_OK = keys %constants;
}

1;
