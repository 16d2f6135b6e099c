# What aplus-check does with your library; each line marked FILL IN says what is yours. Take the mark away with it.
# The guide: 'How to write an adapter', and the page of the kit for perl.
# FILL IN: load your library
require './mylib.pl';
{
    # FILL IN: make a pending promise, and the functions that resolve and reject it
    deferred => sub { my $promise = Example::Promise->new; ($promise, $promise->resolvers) },
    # FILL IN: run what waits in your library's queue, true where there was something; leave it out where there is none
    drain => sub { my $job = shift @Example::Promise::jobs or return; $job->(); 1 },
    # FILL IN: tell the error of a promise that is resolved with itself; leave it out where there is none
    is_self_resolution => sub { ref $_[0] eq 'Example::TypeError' },
};
