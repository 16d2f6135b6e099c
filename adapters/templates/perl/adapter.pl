# The adapter of your library for aplus-check. Complete each place marked FILL IN, then remove its comment.
# The guide: 'How to write an adapter', and the page of the kit for perl.
# FILL IN: load your library
require './mylib.pl';
{
    # FILL IN: make a pending promise, and the functions that resolve and reject it
    deferred => sub { my $promise = Example::Promise->new; ($promise, $promise->resolvers) },
    # FILL IN: run your library's queue, and return whether there was something in it; omit this if it has none
    drain => sub { my $job = shift @Example::Promise::jobs or return; $job->(); 1 },
    # FILL IN: recognize the error of a promise that is resolved with itself; omit this if there is none
    is_self_resolution => sub { ref $_[0] eq 'Example::TypeError' },
};
