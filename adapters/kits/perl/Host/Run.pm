package Host::Run;

# Performs one program and returns its trace.

use v5.26;
use warnings;
use experimental 'signatures';
use Host::Activity ();
use Host::Clock ();
use Host::Constants qw(
    FRUITLESS_DRAINS PATIENCE_MILLISECONDS PATIENCE_PER_EVENT_MILLISECONDS PATIENCE_WHILE_COMPUTING
    USUAL_HORIZON_MILLISECONDS
);
use Host::Guard qw(guarded);
use Host::Recorder qw(note);
use Host::State ();
use Host::Verbs ();
use Host::Wire qw(write_line);
use List::Util qw(max);
use POSIX ();

# A run for a request of the runner. `written` takes each event with the descriptions that are new or have changed.
sub new_run ($message, $written) {
    my $program = $message->{program};
    my %uses = map { ($_ => 1) } @{ $program->{uses} };
    my $patience = ($message->{patience} // PATIENCE_MILLISECONDS) / 1000;
    return {
        number => $message->{run}, program => $program, uses => \%uses, limit => $message->{limit},
        overrun => \&overrun, written => $written, round => 0,
        count => 0, frames => 0, registrations => 0, pairs => 0,
        events => [], objects => [], identities => {},
        # How long the host waits for anything without progress before it gives up, in seconds.
        patience => $patience,
        clock => Host::Clock->new($patience),
        # When a library that still computes is given up.
        end => PATIENCE_WHILE_COMPUTING * $patience,
        # In seconds: a phase waits for timers that are due within this time.
        horizon => max(USUAL_HORIZON_MILLISECONDS, 2 * ($program->{ms} // 0)) / 1000,
        # Perl has only undef. The trace writes it as null if the program uses that, else as undefined.
        nothing => $uses{null} ? 'null' : '{"is":"undefined"}',
    };
}

# Performs all rounds; returns the line that answers the request.
sub perform_program () {
    for my $round (0 .. ($Host::run->{program}{rounds} // 1) - 1) {
        begin_round($round);
        guarded(sub { Host::Verbs::perform($Host::run->{program}{steps}, { indices => [] }) });
        perform_phases();
    }
    return answer('quiet');
}

# Releases all objects before the trace is sent: if freeing its promises crashes the library, it crashes in
# this run and not in the next. Events that promises cause meanwhile are dropped; those that follow are late.
sub release () {
    delete @$Host::run{qw(written limit)};
    begin_round(0);
    @$Host::run{qw(identities objects events)} = ({}, [], []);
}

# Runs the library's own queue once if something in it can run within so many seconds; returns whether it did.
sub drain ($seconds) {
    my ($drain, $busy) = @$Host::adapter{qw(drain busy)};
    return unless $drain && (!$busy || $busy->($seconds));
    my $has_run;
    return eval { $has_run = $drain->(); 1 } ? $has_run || $busy : (Host::uncaught($@), 1);
}

sub answer ($ending, $activity = undef) {
    return qq({"run":$Host::run->{number},"trace":) . Host::Recorder::trace($ending, $activity) . '}';
}

# Ends the process at the first event beyond the limit, wherever it came, because the library may never stop.
sub overrun () {
    write_line(answer('overrun'));
    POSIX::_exit(0);
}

# Starts a round with new names, closures and blocks.
sub begin_round ($round) {
    $Host::run->{round} = $round;
    @$Host::run{qw(names shared settlers first_pairs watched)} = ({}, {}, {}, {}, {});
    @$Host::run{qw(idle_blocks turns)} = ([], []);
}

# Performs idle blocks, one per phase, until none is left.
sub perform_phases () {
    while (1) {
        $Host::run->{strength} = await_quiescence();
        note(qq("e":"phase","strength":"$Host::run->{strength}"));
        my $block = shift @{ $Host::run->{idle_blocks} } // return;
        guarded($block);
    }
}

# Lets turns and the library run until nothing can run; returns the strength of the evidence.
sub await_quiescence () {
    my $clock = $Host::run->{clock};
    my ($since, $seen) = ($clock->now, $Host::run->{count});
    my ($activity, $drains) = (Host::Activity->new, 0);
    while (1) {
        # Jobs that the library has queued may run before or after a turn. Here they run before it.
        my $has_run = drain(0);
        my $block = $has_run ? undef : shift @{ $Host::run->{turns} };
        guarded($block) if $block;
        $has_run ||= drain($Host::run->{horizon});
        return 'proved' unless $block || $has_run || @{ $Host::run->{turns} };
        my $now = $clock->now;
        ($since, $seen, $drains) = ($now, $Host::run->{count}, 0) if $Host::run->{count} != $seen;
        my $is_computing = $activity->is_computing($seen) && ++$drains <= FRUITLESS_DRAINS;
        $since = $now if $is_computing;
        my $silence = $is_computing ? $activity->{elapsed} : $now - $since;
        next if $silence <= patience_after($seen) || @{ $Host::run->{turns} };
        return 'bounded' unless $is_computing;
        next if $now <= $Host::run->{end};
        write_line(answer('running', $activity));
        POSIX::_exit(0);
    }
}

# In seconds, more for each event so far: a library may pass an outcome down 100,000 links without an event.
sub patience_after ($events) { return $Host::run->{patience} + PATIENCE_PER_EVENT_MILLISECONDS / 1000 * $events }

1;
