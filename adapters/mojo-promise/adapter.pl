# Mojo::Promise, on the event loop of Mojolicious.

use strict;
use warnings;
BEGIN { $ENV{MOJO_REACTOR} = 'Mojo::Reactor::Poll' }
use Mojo::IOLoop;
use Mojo::Promise;
use Mojo::Util 'steady_time';
use Mojolicious;

my $timers = sub { values %{ Mojo::IOLoop->singleton->reactor->{timers} // {} } };

{
    library => 'Mojo::Promise', version => Mojolicious->VERSION,
    deferred => sub { my $p = Mojo::Promise->new; ($p, sub { $p->resolve(@_) }, sub { $p->reject(@_) }) },
    resolved => sub { Mojo::Promise->resolve(@_) }, rejected => sub { Mojo::Promise->reject(@_) },
    busy => sub { my $horizon = shift; grep { $_->{time} - steady_time() <= $horizon } $timers->() },
    turn => sub { Mojo::IOLoop->one_tick },
};
