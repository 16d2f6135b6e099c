# Future of CPAN: synchronous, with `then` for both outcomes.
#
# Its cancel is not wired, because no profile fits: it goes up to the root as with `upstream`, but tells no handler, as
# with `silences`. What else is derived from the root stays pending. `then` on a cancelled future, though, calls its
# code, as if the future were done with no result (0.49).

use strict;
use warnings;
use Future;

my $outcome = sub {
    my $member = shift;
    return { status => 'fulfilled', value => scalar $member->result } if $member->is_done;
    return { status => 'rejected', reason => scalar $member->failure };
};

{
    library => 'Future', version => Future->VERSION,
    deferred => sub { my $f = Future->new; ($f, sub { $f->done(@_) }, sub { $f->fail(@_) }) },
    resolved => sub { Future->done(@_) }, rejected => sub { Future->fail(@_) },
    then => sub { my ($f, $ok, $bad) = @_; $f->then($ok, $bad) },
    combinators => {
        all => sub { Future->needs_all(@{ $_[0] })->then(sub { Future->done([@_]) }) },
        # It fails with the last failure alone.
        any => sub { Future->needs_any(@{ $_[0] }) },
        # Its result is the list of the members themselves.
        allSettled => sub { Future->wait_all(@{ $_[0] })->then(sub { Future->done([map { $outcome->($_) } @_]) }) },
        race => sub { Future->wait_any(@{ $_[0] }) },
        # Its code must return a Future.
        try => sub { my $call = $_[1]{call}; Future->call(sub { Future->wrap($call->()) }) },
    },
    capabilities => ['-thenables', '-nonfunctions', '-adopting-resolve', 'results:allSettled'],
};
