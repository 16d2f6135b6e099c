# A conforming promise with a queue of jobs. The tests of the host use it.

use strict;
use warnings;

package Example::Promise {
    use Scalar::Util qw(blessed refaddr);

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
        return $self->settle(fulfilled => $value) unless blessed $value && $value->can('then');
        return $self->settle(rejected => Example::TypeError->new) if refaddr $value == refaddr $self;
        push @jobs, sub {
            my ($resolve, $reject) = $self->resolvers;
            $reject->($@) unless eval { $value->then($resolve, $reject); 1 };
        };
    }

    sub settle {
        my ($self, @settled) = @_;
        $self->{settled} = \@settled;
        push @jobs, splice @{ $self->{reactions} };
    }

    sub then {
        my ($self, $on_fulfilled, $on_rejected) = @_;
        my $derived = Example::Promise->new;
        my $react = sub {
            my ($state, $value) = @{ $self->{settled} };
            my $handler = $state eq 'fulfilled' ? $on_fulfilled : $on_rejected;
            return $derived->settle($state, $value) unless ref $handler eq 'CODE';
            my $result;
            return $derived->settle(rejected => $@) unless eval { $result = $handler->($value); 1 };
            $derived->resolve($result);
        };
        push @{ $self->{settled} ? \@jobs : $self->{reactions} }, $react;
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
