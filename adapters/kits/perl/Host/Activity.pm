package Host::Activity;

# Whether the host's thread, which runs the library's queue, computes: it runs for at least half of the time in which no
# other one takes its processor. It computes until two looks show that it slept.

use v5.26;
use warnings;
use experimental 'signatures';
use Host::Constants qw(COMPUTATION_STEP_MILLISECONDS);
use Time::HiRes ();

sub new ($class) { return bless { count => -1 }, $class }

# Whether it has computed since the last look. An event begins anew.
sub is_computing ($self, $count) {
    if ($count != $self->{count}) {
        %$self = (count => $count, used => 0, elapsed => 0, is_computing => 1);
        return 1;
    }
    my $now = Time::HiRes::time();
    my $elapsed = $now - ($self->{moment} // 0);
    return $self->{is_computing} if $self->{share} && $elapsed < COMPUTATION_STEP_MILLISECONDS / 1000;
    my $share = share();
    if (my $before = $self->{share}) {
        my ($ran, $waited) = map { $share->[$_] - $before->[$_] } 0, 1;
        $self->{used} += $ran;
        $self->{elapsed} += $elapsed;
        $self->{is_computing} = $ran >= $elapsed / 100 && $ran >= ($elapsed - $waited) / 2;
    }
    @$self{qw(share moment)} = ($share, $now);
    return $self->{is_computing};
}

# How long it has computed since the last event, as a trace says it.
sub description ($self) { return sprintf '{"used":%d,"elapsed":%d}', map { 1000 * $_ } @$self{qw(used elapsed)} }

# For how many seconds it has run, and has waited for a processor, as far as the kernel shows it.
sub share () {
    if (open my $file, '<', '/proc/self/schedstat') {
        my ($run, $wait) = split ' ', readline $file;
        close $file;
        return [map { $_ / 1e9 } $run, $wait];
    }
    my ($user, $system) = times;
    return [$user + $system, 0];
}

1;
