# Future of CPAN: synchronous, with `then` for both outcomes.

use strict;
use warnings;
use Future;

{
    library => 'Future', version => Future->VERSION,
    deferred => sub { my $f = Future->new; ($f, sub { $f->done(@_) }, sub { $f->fail(@_) }) },
    resolved => sub { Future->done(@_) }, rejected => sub { Future->fail(@_) },
    then => sub { my ($f, $ok, $bad) = @_; $f->then($ok, $bad) },
    combinators => {
        all => sub { Future->needs_all(@{ $_[0] })->then(sub { Future->done([@_]) }) },
        any => sub { Future->needs_any(@{ $_[0] }) },
        allSettled => sub { Future->wait_all(@{ $_[0] }) }, race => sub { Future->wait_any(@{ $_[0] }) },
        # Its code must return a Future.
        try => sub { my $call = $_[1]{call}; Future->call(sub { Future->wrap($call->()) }) },
    },
    capabilities => ['-thenables', '-nonfunctions', '-adopting-resolve'],
};
