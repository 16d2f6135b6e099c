# The promise of the example with combinators, of which a fault makes one tell something wrong.

use strict;
use warnings;
use File::Basename ();

my $path = File::Basename::dirname(__FILE__) . '/../../../../adapters/kits/perl/example/adapter.pl';
my $adapter = do $path or die $@ || $!;
my $fault = $ENV{APLUS_FAULT} // '';

# How each member settled, and with what, once all are settled.
sub settlements {
    my @members = @{ $_[0] };
    my $promise = Example::Promise->new;
    my ($resolve) = $promise->resolvers;
    my @told;
    my $missing = @members;
    for my $index (0 .. $#members) {
        my $tell = sub {
            my ($word, $key) = @_;
            return sub {
                my $place = $fault eq 'order is that of the settlements' ? @told : $index;
                $told[$place] = { status => $word, $key => $_[0] };
                $resolve->([@told]) if --$missing == 0;
                return;
            };
        };
        my $is_blind = $fault eq 'rejection is told as a value';
        $members[$index]->then(
            $tell->('fulfilled', 'value'), $is_blind ? $tell->('fulfilled', 'value') : $tell->('rejected', 'reason'));
    }
    return $promise;
}

+{
    %$adapter,
    combinators => {
        allSettled => \&settlements,
        any => sub { settlements($_[0])->then(sub { die [map { $_->{reason} } @{ $_[0] }] }) },
    },
    capabilities => ['results:allSettled', 'results:any'],
};
