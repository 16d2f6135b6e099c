# A small promise whose process ends somewhere: `APLUS_CRASH` names the place.
#
# In the library: `then` (an abort), `nested` (a `then` that a handler calls: a segmentation fault), `throw` (an exit on
# what a handler throws), `stack` (a `then` that exhausts the stack of the interpreter, on which subs do not lie).
# Elsewhere: `load`, `make`, `queue` (a job of no promise), `kill` (a `then` in which somebody else ends the process).
#
# The process goes on: `pause` (a settlement of four reactions, after which the process is stopped for a while).
#
# Where Perl makes a warning of it, the process goes on: `destructor` (an object that dies when it is freed, with what a
# handler threw).

use strict;
use warnings;

my $place = $ENV{APLUS_CRASH} // '';
my @jobs;
our $is_handling;

# Ends the process where the place is the one that is asked for.
sub crash { my ($here) = @_; kill ABRT => $$ if $place eq $here }

# Stops the process for longer than the host waits for a library.
sub pause { system 'kill -STOP $PPID; sleep $APLUS_PAUSE; kill -CONT $PPID' }

# A comparison is called from within the interpreter, anew for each level.
sub recur { my @sorted = sort { recur() } 1, 2; return 0 }

package Crashing::Promise {
    use Scalar::Util qw(blessed);

    sub new { return bless { reactions => [] }, shift }

    sub settle {
        my ($self, @settled) = @_;
        return if $self->{settled};
        $self->{settled} = \@settled;
        # No smoke program has so many.
        my $nap = sub { select undef, undef, undef, 0.02 };
        push @jobs, ($nap) x 5, \&main::pause, ($nap) x 20
            if $place eq 'pause' && @{ $self->{reactions} } == 4;
        push @jobs, splice(@{ $self->{reactions} }), sub { main::crash('queue') };
    }

    sub resolve {
        my ($self, $value) = @_;
        return $self->settle(fulfilled => $value) unless blessed $value && $value->isa(__PACKAGE__);
        return $self->settle(rejected => Crashing::TypeError->new) if $value == $self;
        $value->react(sub { $self->settle(@{ $value->{settled} }) });
    }

    sub react {
        my ($self, $reaction) = @_;
        push @{ $self->{settled} ? \@jobs : $self->{reactions} }, $reaction;
    }

    sub then {
        my ($self, $on_fulfilled, $on_rejected) = @_;
        main::crash('then');
        kill SEGV => $$ if $place eq 'nested' && $main::is_handling;
        kill KILL => $$ if $place eq 'kill';
        main::recur() if $place eq 'stack';
        my $derived = Crashing::Promise->new;
        $self->react(sub {
            my ($state, $value) = @{ $self->{settled} };
            my $handler = $state eq 'fulfilled' ? $on_fulfilled : $on_rejected;
            return $derived->settle($state, $value) unless $handler;
            local $main::is_handling = 1;
            my $result;
            return $derived->resolve($result) if eval { $result = $handler->($value); 1 };
            my $reason = $@;
            exit 3 if $place eq 'throw';
            Crashing::Grave->new($reason) if $place eq 'destructor';
            $derived->settle(rejected => $reason);
        });
        return $derived;
    }
}

package Crashing::Grave {
    sub new     { my ($class, $reason) = @_; return bless { reason => $reason }, $class }
    sub DESTROY { die $_[0]{reason} }
}

package Crashing::TypeError {
    sub new     { return bless {}, shift }
    sub message { return 'a promise cannot be resolved with itself' }
}

crash('load');
{
    library => 'a promise that crashes',
    deferred => sub {
        crash('make');
        my $promise = Crashing::Promise->new;
        return ($promise, sub { $promise->resolve(@_) }, sub { $promise->settle(rejected => @_) });
    },
    is_self_resolution => sub { ref $_[0] eq 'Crashing::TypeError' },
    capabilities => ['-thenables', '-nonfunctions'],
    drain => sub { my $job = shift @jobs or return 0; $job->(); return 1 },
};
