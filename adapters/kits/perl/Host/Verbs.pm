package Host::Verbs;

# Performs steps.

use v5.26;
use warnings;
use experimental 'signatures';
use Host::Library qw(enter give settle);
use Host::Names qw(bind_name bound is_gone name_in unbound);
use Host::Recorder qw(forget is_object note reference references);
use Host::State ();
use Host::UserCode qw(slot);
use Host::Values ();
use Host::Wire qw(text);
use Scalar::Util qw(refaddr);

# The sub that performs each verb; some serve several.
my %PERFORMERS = (
    let => \&bind_value, fulfill => \&settle_promise, reject => \&settle_promise, resolve => \&settle_promise,
    then => \&register, combine => \&combine, call => \&call_resolver, mark => \&mark, later => \&later,
    repeat => \&repeat, drop => \&drop, probe => \&probe, cancel => \&cancel,
);

# Performs steps one after another; returns what a resolver threw, which ends them, as an exception would.
#
# Only a resolver's exception is returned, as a Host::Threw, which the caller, user code, must throw. Exceptions of
# other calls end with their frame.
sub perform ($steps, $context) {
    for my $step (@$steps) {
        my $performer = $PERFORMERS{ $step->{verb} } // die "Perl cannot perform $step->{verb}\n";
        my ($given) = $performer->($step, $context);
        return $given if ref $given eq 'Host::Threw';
    }
    return;
}

# The first fields of the frames of all steps that call the library.
sub call_fields ($step) { return qq("in":"$step->{verb}","step":$step->{id}) }

sub bind_value ($step, $context) {
    my $inside = { %$context, step => $step->{id} };
    my $value = Host::Values::evaluate($step->{be}, $inside);
    my $missing = $Host::run->{names}{UNBOUND};
    if (ref $step->{be} eq 'HASH' && $step->{be}{promise} && $missing && refaddr $missing == (refaddr $value // 0)) {
        return unbound($step->{let}, $inside);
    }
    bind_name($step->{let}, $value, $context);
    my $fields = qq("e":"let","step":$step->{id},"name":) . text($step->{let}) . ',"value":' . reference($value);
    note($fields, $context->{indices});
}

sub settle_promise ($step, $context) {
    my $verb = $step->{verb};
    my $inside = { %$context, step => $step->{id} };
    my $promise = bound($step->{$verb}, $inside) // return;
    my $settlers = $Host::run->{settlers}{ refaddr $promise } // return unbound($step->{$verb}, $inside);
    my $value = Host::Values::evaluate($step->{with}, $inside);
    my $fields = call_fields($step) . ',"on":' . reference($promise) . ',"with":' . reference($value);
    enter($fields, $context, sub { settle($settlers, $verb, $value) });
}

sub register ($step, $context) {
    my $inside = { %$context, step => $step->{id} };
    my $promise = bound($step->{then}, $inside) // return;
    my $number = ++$Host::run->{registrations};
    my (@handlers, $seen);
    for my $word (qw(ok bad)) {
        my $role = { frame => qq("in":"handler","slot":"$word"), reg => $number };
        push @handlers, slot($step->{$word}, $inside, $role);
        next unless exists $step->{$word};
        my $shown = ref $step->{$word} ? '{"not":' . reference($handlers[-1]) . '}' : text($step->{$word});
        $seen .= qq(,"$word":$shown);
    }
    my $given = exists $step->{bad} ? 2 : exists $step->{ok} ? 1 : 0;
    my $fields = call_fields($step) . ',"on":' . reference($promise) . ",\"reg\":$number" . ($seen // '');
    give($step, $context, $fields, sub { $Host::adapter->{then}->($promise, @handlers[0 .. $given - 1]) });
}

sub combine ($step, $context) {
    my $inside = { %$context, step => $step->{id} };
    my $kind = $step->{combine};
    my @members = map { Host::Values::evaluate($_, $inside) } @{ $step->{of} };
    my %slots = (finally => 'finally', recover => 'bad');
    my $frame = $slots{$kind} ? qq("in":"handler","slot":"$slots{$kind}") : '"in":"task"';
    my $function = slot($step->{call}, $inside, { frame => $frame });
    my $fields = call_fields($step) . qq(,"kind":"$kind","of":) . references(@members);
    my %options = (ms => $step->{ms}, times => $step->{times}, call => $function);
    give($step, $context, $fields, sub { $Host::adapter->{combinators}{$kind}->(\@members, \%options) });
}

sub call_resolver ($step, $context) {
    my $inside = { %$context, step => $step->{id} };
    my ($name, $which) = $step->{call} =~ /^(?:(.+)\.)?(\w+)$/;
    my $subject = defined $name ? $Host::run->{names}{ name_in($name, $inside) } : undef;
    my $pair = !defined $name ? $context->{pair} : is_object($subject) && $Host::run->{first_pairs}{ refaddr $subject };
    my $resolver = $pair ? $pair->{$which} : undef;
    return unbound($step->{call}, $inside) unless ref $resolver eq 'CODE';
    my @values = exists $step->{with} ? Host::Values::evaluate($step->{with}, $inside) : ();
    my $fields = call_fields($step) . qq(,"pair":$pair->{number},"which":"$which");
    $fields .= ',"with":' . reference($values[0]) if @values;
    my ($value, $threw) = enter($fields, $context, sub { $resolver->(@values) });
    return $threw;
}

sub mark ($step, $context) {
    note(qq("e":"mark","step":$step->{id},"name":) . text($step->{mark}), $context->{indices});
}

sub later ($step, $context) {
    my $block = sub {
        note(qq("e":"block","step":$step->{id}), $context->{indices});
        perform($step->{do}, $context);
    };
    push @{ $step->{later} eq 'idle' ? $Host::run->{idle_blocks} : $Host::run->{turns} }, $block;
}

sub repeat ($step, $context) {
    for my $index (0 .. $step->{repeat} - 1) {
        my $threw = perform($step->{do}, { %$context, indices => [@{ $context->{indices} }, $index] });
        return $threw if $threw;
    }
    return;
}

sub drop ($step, $context) {
    my $names = join(',', map { text($_) } @{ $step->{drop} });
    enter(call_fields($step) . qq(,"names":[$names]), $context, sub {
        for my $value (delete @{ $Host::run->{names} }{ map { name_in($_, $context) } @{ $step->{drop} } }) {
            next unless is_object($value);
            delete $Host::run->{settlers}{ refaddr $value };
            forget($value);
        }
        delete @{ $Host::run->{shared} }{ @{ $step->{drop} } };
        return;
    });
}

sub probe ($step, $context) {
    my $yes = is_gone(name_in($step->{probe}, $context)) ? 'true' : 'false';
    my $fields = qq("e":"gone","step":$step->{id},"name":) . text($step->{probe}) . qq(,"yes":$yes);
    note($fields, $context->{indices});
}

sub cancel ($step, $context) {
    my $inside = { %$context, step => $step->{id} };
    my $promise = bound($step->{cancel}, $inside) // return;
    my @reasons = exists $step->{with} ? Host::Values::evaluate($step->{with}, $inside) : ();
    my $fields = call_fields($step) . ',"on":' . reference($promise);
    $fields .= ',"with":' . reference($reasons[0]) if @reasons;
    enter($fields, $context, sub { $Host::adapter->{cancel}->($promise, @reasons) });
}

1;
