package Host::Clock;

# The seconds of a run, for its limits: from one look to the next at most a share of the patience. If the process was
# stopped, or waited for a processor, the library had no time either.

use v5.26;
use warnings;
use experimental 'signatures';
use Host::Constants qw(LONGEST_STEP_SHARE);
use List::Util qw(max min);
use Time::HiRes ();

sub new ($class, $patience) {
    return bless { longest => LONGEST_STEP_SHARE * $patience, seconds => 0, moment => Time::HiRes::time() }, $class;
}

sub now ($self) {
    my $moment = Time::HiRes::time();
    # The clock of the machine may be set back.
    $self->{seconds} += max(0, min($self->{longest}, $moment - $self->{moment}));
    $self->{moment} = $moment;
    return $self->{seconds};
}

1;
