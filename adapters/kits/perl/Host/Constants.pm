package Host::Constants;

# The constants that the hosts of all languages share: `longestTextLength` is LONGEST_TEXT_LENGTH here.

use v5.26;
use warnings;
use Exporter 'import';
use File::Basename ();
use JSON::PP ();

our @EXPORT_OK;

# The keys that an adapter may define: those of all kits, except two without meaning here, and one for event loops.
our @ADAPTER_WORDS;

# What a library may offer besides promises, or in their place.
our @OTHER_SUBJECTS;

BEGIN {
    my $path = File::Basename::dirname(__FILE__) . '/../../vocabulary.json';
    open(my $file, '<', $path) or die "cannot read $path: $!\n";
    my $vocabulary = JSON::PP->new->decode(do { local $/; <$file> });
    my $constants = $vocabulary->{constants};
    close $file or die "cannot read $path: $!\n";
    my %constants = map { (uc s/([A-Z])/_$1/gr => $constants->{$_}) } keys %$constants;
    @ADAPTER_WORDS = grep { !/^(?:promise_types|quiescence)$/ } map { lc s/([A-Z])/_$1/gr } @{ $vocabulary->{adapter} };
    push @ADAPTER_WORDS, 'busy';
    @OTHER_SUBJECTS = grep { $_ ne 'promises' } @{ $vocabulary->{subjects} };
    require constant;
    constant->import(\%constants);
    @EXPORT_OK = keys %constants;
}

1;
