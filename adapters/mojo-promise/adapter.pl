# Mojo::Promise, on the event loop of Mojolicious.

use strict;
use warnings;
BEGIN { $ENV{MOJO_REACTOR} = 'Mojo::Reactor::Poll' }
use Mojo::IOLoop;
use Mojo::Promise;
use Mojo::Util 'steady_time';
use Mojolicious;

# By default, the event loop prints the exceptions of callbacks, which it has turned into strings.
Mojo::IOLoop->singleton->reactor->unsubscribe('error')
    ->on(error => sub { my $error = pop; Host::uncaught($error =~ s/^Timer failed: //r) });

my $timers = sub { values %{ Mojo::IOLoop->singleton->reactor->{timers} // {} } };

# A promise may have several values or reasons: an outcome contains a list of them.
my $outcome = sub {
    my %told = %{ $_[0] };
    return { map { $_ => ref $told{$_} ? $told{$_}[0] : $told{$_} } keys %told };
};

{
    library => 'Mojo::Promise', version => Mojolicious->VERSION,
    deferred => sub { my $p = Mojo::Promise->new; ($p, sub { $p->resolve(@_) }, sub { $p->reject(@_) }) },
    resolved => sub { Mojo::Promise->resolve(@_) }, rejected => sub { Mojo::Promise->reject(@_) },
    combinators => {
        # For each member, its result contains a list of the values that the member was fulfilled with; so do the reasons of any.
        all => sub { Mojo::Promise->all(@{ $_[0] })->then(sub { [map { $_->[0] } @_] }) },
        race => sub { Mojo::Promise->race(@{ $_[0] }) },
        any => sub { Mojo::Promise->any(@{ $_[0] })->catch(sub { die [map { $_->[0] } @_] }) },
        allSettled => sub { Mojo::Promise->all_settled(@{ $_[0] })->then(sub { [map { $outcome->($_) } @_] }) },
        executor => sub { my $thenable = $_[0][0]; Mojo::Promise->new(sub { $thenable->then(@_) }) },
        finally => sub { $_[0][0]->finally($_[1]{call}) },
    },
    capabilities => ['results:allSettled', 'results:any'],
    busy => sub { my $horizon = shift; grep { $_->{time} - steady_time() <= $horizon } $timers->() },
    drain => sub { Mojo::IOLoop->one_tick },
};
