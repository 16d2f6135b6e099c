# A conforming promise with a queue of jobs. The tests of the host use it.

use strict;
use warnings;

package Example::Promise {
    use Scalar::Util qw(blessed refaddr reftype);
    use overload ();

    our @jobs;

    sub new { return bless { reactions => [] }, shift }

    sub resolvers {
        my $self = shift;
        my $is_open = 1;
        my $once = sub {
            my $settle = shift;
            return sub { return unless $is_open; $is_open = 0; $settle->($_[0]); return };
        };
        return ($once->(sub { $self->resolve(@_) }), $once->(sub { $self->settle(rejected => @_) }));
    }

    sub resolve {
        my ($self, $value) = @_;
        return $self->settle(fulfilled => $value) unless $self->is_thenable($value);
        return $self->settle(rejected => Example::TypeError->new) if $self->is_same($value);
        push @jobs, sub {
            my ($resolve, $reject) = $self->resolvers;
            my ($has_returned, $error) = $self->attempt(sub { $value->then($resolve, $reject) });
            $reject->($error) unless $has_returned;
        };
    }

    # Objects may overload every operator, and their class may have a false name.
    sub is_thenable { my ($self, $value) = @_; return defined blessed($value) && $value->can('then') }
    sub is_same     { my ($self, $value) = @_; return refaddr($value) == refaddr($self) }

    sub is_handler {
        my ($self, $handler) = @_;
        return (reftype($handler) // '') eq 'CODE' || defined blessed($handler) && overload::Method($handler, '&{}');
    }

    # Copies the value, because a handler may assign to its arguments.
    sub call { my ($self, $handler, $value) = @_; return $handler->($value) }

    # Calls a function; returns whether it returned, and what it returned or threw.
    sub attempt {
        my ($self, $function) = @_;
        my $result;
        return eval { $result = $function->(); 1 } ? (1, $result) : (0, $@);
    }

    sub settle {
        my ($self, $state, $value) = @_;
        $self->{settled} = [$state, $value];
        $self->react($_) for splice @{ $self->{reactions} };
    }

    sub react { my ($self, $reaction) = @_; push @jobs, sub { $reaction->($self) } }

    sub then {
        my ($self, $on_fulfilled, $on_rejected) = @_;
        my $derived = Example::Promise->new;
        # It is given the settled promise, because one that held it would never be freed while it is pending.
        my $reaction = sub {
            my $self = shift;
            my ($state, $value) = @{ $self->{settled} };
            my $handler = $state eq 'fulfilled' ? $on_fulfilled : $on_rejected;
            return $derived->settle($state, $value) unless $self->is_handler($handler);
            my ($has_returned, $result) = $self->attempt(sub { $self->call($handler, $value) });
            return $derived->settle(rejected => $result) unless $has_returned;
            $derived->resolve($result);
        };
        $self->{settled} ? $self->react($reaction) : push @{ $self->{reactions} }, $reaction;
        return $derived;
    }
}

package Example::TypeError {
    sub new     { return bless {}, shift }
    sub message { return 'a promise cannot be resolved with itself' }
}

{
    library => 'a conforming promise', version => '1',
    deferred => sub { my $promise = Example::Promise->new; ($promise, $promise->resolvers) },
    is_self_resolution => sub { ref $_[0] eq 'Example::TypeError' },
    drain => sub { my $job = shift @Example::Promise::jobs or return; $job->(); 1 },
};
