package Host::Adapter;

# Loads an adapter file, and derives the capabilities from it.

use v5.26;
use warnings;
use experimental 'signatures';
use Exporter 'import';
use File::Basename ();
use File::Spec ();
use Host::Constants qw(EMPTY_DRAINS);
use Host::State ();
use List::Util ();

our @EXPORT_OK = qw(has_ready);

sub load ($path, %given) {
    die "there is no adapter file ${\ File::Spec->rel2abs($path)}, which the command names\n" unless -e $path;
    # Messages of exceptions name this file, and must not depend on where the project lies.
    my $file = $path =~ m{^/} ? $path : "./$path";
    # The subs of the file go into the package that loads it.
    my $loaded = do { package main; do $file };
    die $@ || $! || "$path: does not end with a hash\n" unless ref $loaded eq 'HASH';
    check($path, $loaded);
    check_drain($path, @$loaded{qw(drain busy)});
    $Host::adapter = { then => sub ($promise, @handlers) { $promise->then(@handlers) }, %$loaded };
    my ($base) = File::Basename::fileparse($path, qr/\.[^.]*/);
    $Host::adapter->{name} = $given{name} // $base;
    $Host::adapter->{library} = $given{library} // $Host::adapter->{library} // $Host::adapter->{name};
}

# Rejects an adapter with unknown or missing keys.
sub check ($path, $loaded) {
    my @words = @Host::Constants::ADAPTER_WORDS;
    for my $key (sort keys %$loaded) {
        next if grep { $_ eq $key } @words;
        my ($near) = sort { distance(plain($key), plain($a)) <=> distance(plain($key), plain($b)) } @words;
        my $hint = distance(plain($key), plain($near)) <= 2 ? "; did you mean $near?" : '';
        die "$path: found $key, expected one of ${\ join ', ', @words}$hint\n";
    }
    my %claims = map { $_ => 1 } @{ $loaded->{capabilities} // [] };
    my $has_other_subject = grep { $claims{$_} } @Host::Constants::OTHER_SUBJECTS;
    die "$path: found no deferred, which every adapter for promises has\n"
        unless $loaded->{deferred} || $has_other_subject;
}

# Rejects an adapter that reports work before there is a promise: no wait for it would end.
sub check_drain ($path, $drain, $busy) {
    return if !$drain || $busy;
    for (1 .. EMPTY_DRAINS) { return unless $drain->() }
    die "$path: drain returned true ${\ EMPTY_DRAINS} times in a row before there was a promise;"
        . " it must return false when the library's queue is empty\n";
}

# A name without the convention of its language.
sub plain ($name) { return lc $name =~ tr/_//dr }

# The number of letters in which two words differ; two swapped letters count as one.
sub distance ($one, $other) {
    my @rows = ([0 .. length $other]);
    for my $place (1 .. length $one) {
        my @row = ($place);
        for my $column (1 .. length $other) {
            my $change = substr($one, $place - 1, 1) ne substr($other, $column - 1, 1);
            push @row, List::Util::min($rows[-1][$column] + 1, $row[-1] + 1, $rows[-1][$column - 1] + $change);
            my $is_swap = $place > 1 && $column > 1
                && substr($one, $place - 2, 2) eq reverse substr($other, $column - 2, 2);
            $row[$column] = List::Util::min($row[$column], $rows[-2][$column - 2] + 1) if $is_swap;
        }
        push @rows, \@row;
    }
    return $rows[-1][-1];
}

# Whether the library makes promises that are settled from the start.
sub has_ready () { return $Host::adapter->{resolved} && $Host::adapter->{rejected} }

sub hello () {
    return {
        hello => 'aplus-host/1', adapter => $Host::adapter->{name}, language => 'perl',
        library => $Host::adapter->{library}, version => '' . ($Host::adapter->{version} // 'unknown'),
        capabilities => capabilities(), quiescence => 'proved',
    };
}

# The capabilities that follow from the adapter, corrected by `capabilities`: `word` adds one, `-word` removes one.
sub capabilities () {
    my @words = ('collect', 'kinds:perl');
    push @words, 'promises', 'thenables', 'nonfunctions', 'adopting-resolve' if $Host::adapter->{deferred};
    push @words, 'ready-made' if has_ready();
    push @words, 'cancellation' if $Host::adapter->{cancel};
    my @kinds = sort keys %{ $Host::adapter->{combinators} // {} };
    push @words, 'combinators:' . join(',', @kinds) if @kinds;
    for my $word (@{ $Host::adapter->{capabilities} // [] }) {
        if ($word =~ /^-(.+)/) { my $gone = $1; @words = grep { $_ ne $gone } @words }
        else { push @words, $word }
    }
    return \@words;
}

1;
