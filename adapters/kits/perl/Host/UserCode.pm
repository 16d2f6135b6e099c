package Host::UserCode;

# The functions of a program, which the library calls: each records the call, performs its steps, then returns or dies.
#
# A context is the place of a step: {indices, pair, step}. A role is what a function is called as: {frame, reg,
# subject}.

use v5.26;
use warnings;
use experimental 'signatures';
use Exporter 'import';
use Host::Escapes qw(note_throw);
use Host::Guard qw(guarded);
use Host::Kinds ();
use Host::Names qw(watch);
use Host::Recorder qw(begin_frame end_frame reference references);
use Host::State ();
use Host::Values ();
use Host::Verbs ();
use Host::Wire qw(text);
use Scalar::Util qw(refaddr);

our @EXPORT_OK = qw(closure slot);

# The value in a place for a function: a closure, a value that is not a function, or undef.
sub slot ($expression, $context, $role) {
    return undef unless defined $expression;
    return Host::Values::evaluate($expression->{not}, $context) if ref $expression;
    return closure($expression, $role, $context);
}

# A new function for a registration, or the one that all registrations share.
sub closure ($name, $role, $context) {
    my $definition = $Host::run->{program}{functions}{$name} // die "no such function: $name\n";
    return $Host::run->{shared}{$name} if $definition->{shared} && $Host::run->{shared}{$name};
    my $calls = 0;
    my $own = $Host::run;
    my $made = sub {
        my @arguments = @_;
        local $Host::run = $own;
        shift @arguments if exists $role->{subject};
        return call_user($name, $definition, $role, ++$calls, \@arguments, $context);
    };
    $made = Host::Kinds::find(\%Host::Kinds::FUNCTIONS, $definition->{kind})->($made) if defined $definition->{kind};
    $Host::run->{shared}{$name} = $made if $definition->{shared};
    watch($name, $made);
    return $made;
}

# One call of user code: its frame, its steps, its ending.
sub call_user ($name, $definition, $role, $number, $arguments, $context) {
    my ($word, $value) = guarded(sub {
        my $pair = $context->{pair};
        my $fields = $role->{frame} . ',"fn":' . text($name);
        $fields .= ",\"reg\":$role->{reg}" if $role->{reg} && !$definition->{shared};
        if (exists $role->{subject}) {
            $pair = take_pair($role->{subject}, $arguments);
            $fields .= ',"on":' . reference($role->{subject}) . ",\"pair\":$pair->{number}";
        }
        my $count = @$arguments;
        my $seen = references(@$arguments[0 .. ($count > 2 ? 1 : $count - 1)]);
        my $frame = begin_frame(qq($fields,"call":$number,"argc":$count,"args":$seen), $context->{indices});
        my $inside = { indices => $context->{indices}, pair => $pair };
        my $threw = Host::Verbs::perform($definition->{steps} // [], $inside);
        my ($word, $value) = $threw ? (throw => $threw->{error}) : ending($definition->{ends} // [], $number, $inside);
        my $result = defined $word ? ($word eq 'throw' ? '"threw":' : '"returned":') . reference($value) : '';
        end_frame($frame, $result, $context->{indices});
        note_throw($value) if ($word // '') eq 'throw';
        return ($word, $value);
    });
    return unless defined $word;
    die $value if $word eq 'throw';
    return $value;
}

# How the n-th call ends: `return` or `throw`, and a value; an empty list if there are no endings.
sub ending ($endings, $number, $context) {
    return unless @$endings;
    my ($word, $value) = %{ $endings->[$number > @$endings ? -1 : $number - 1] };
    return ($word, Host::Values::evaluate($value, $context));
}

# Numbers a pair of resolvers that a thenable got. The thenable's name refers to its first pair.
sub take_pair ($subject, $arguments) {
    my $pair = { number => ++$Host::run->{pairs}, resolve => $arguments->[0], reject => $arguments->[1] };
    $Host::run->{first_pairs}{ refaddr $subject } //= $pair;
    return $pair;
}

1;
