package Host::Recorder;

# Numbers the events, frames and identities of one run.
#
# Events and values are JSON text from the start; fields and descriptions are members of it. To write
# 100,000 handlers with JSON::PP would use up the whole time limit of a case.

use v5.26;
use warnings;
use experimental 'signatures';
use B ();
use Exporter 'import';
use Host::Constants qw(EXACT_INTEGER_LIMIT LONGEST_TEXT_LENGTH);
use Host::State ();
use Host::Wire qw(encode text);
use Scalar::Util qw(blessed isweak refaddr weaken);

our @EXPORT_OK = qw(
    add_name begin_frame end_frame forget introduce is_object list_of note promise_reference reference references
);

# ---- Events

sub note ($fields, $indices = []) {
    $Host::run->{overrun}->() if defined $Host::run->{limit} && $Host::run->{count} >= $Host::run->{limit};
    my $event = '{"n":' . ++$Host::run->{count} . ',"s":0,' . $fields;
    $event .= ',"i":[' . join(',', @$indices) . ']' if @$indices;
    $event .= ',"r":' . $Host::run->{round} if $Host::run->{round};
    push @{ $Host::run->{events} }, $event .= '}';
    return unless $Host::run->{written};
    # The objects that are new or have changed since the previous event.
    my $changed = delete $Host::run->{changed} // {};
    my $objects = join ',', map { qq("$_":) . written_object($Host::run->{objects}[$_]) } sort keys %$changed;
    $Host::run->{written}->($event, $objects);
}

sub begin_frame ($fields, $indices) {
    my $frame = ++$Host::run->{frames};
    note(qq("e":"begin","f":$frame,$fields), $indices);
    return $frame;
}

sub end_frame ($frame, $result, $indices) {
    note(qq("e":"end","f":$frame) . ($result eq '' ? '' : ",$result"), $indices);
}

# The trace so far.
sub trace ($ending, $activity = undef) {
    my $objects = join ',', map { written_object($_) } @{ $Host::run->{objects} };
    my $events = join ',', @{ $Host::run->{events} };
    my $computing = $activity ? ',"computing":' . $activity->description : '';
    return qq({"trace":"aplus-trace/1","ending":"$ending"$computing,"objects":[$objects],"events":[$events]});
}

# ---- Identities

# Whether a value has an identity. `ref` is false for an object of a class whose name is.
sub is_object ($value) { return defined refaddr $value }

# Whether a value is a boolean of programs. JSON::PP::is_bool would call the methods of the object.
sub is_bool ($value) { return (blessed $value // '') eq 'JSON::PP::Boolean' }

sub known ($value) {
    my $entry = $Host::run->{identities}{ refaddr $value };
    return defined $entry && defined $entry->{value} ? $entry->{index} : undef;
}

# Gives an object an identity, unless it has one, and returns the object.
sub introduce ($value, $description) {
    return $value if defined known($value);
    $description .= ",\"round\":$Host::run->{round}" if $Host::run->{round};
    my $entry = { index => scalar @{ $Host::run->{objects} }, value => $value };
    weaken $entry->{value} if $Host::run->{uses}{probe};
    $Host::run->{identities}{ refaddr $value } = $entry;
    push @{ $Host::run->{objects} }, { description => $description };
    $Host::run->{changed}{ $entry->{index} } = 1 if $Host::run->{written};
    return $value;
}

# Keeps the identity of an object without keeping the object alive.
sub forget ($value) {
    my $entry = $Host::run->{identities}{ refaddr $value };
    weaken $entry->{value} if $entry && !isweak $entry->{value};
}

sub add_name ($value, $name) {
    return if !is_object($value) || is_bool($value);
    reference($value);
    my $names = $Host::run->{objects}[ known($value) ]{names} //= [];
    $name = text($name);
    return if grep { $_ eq $name } @$names;
    push @$names, $name;
    $Host::run->{changed}{ known($value) } = 1 if $Host::run->{written};
}

sub written_object ($object) {
    my $names = $object->{names} ? ',"names":[' . join(',', @{ $object->{names} }) . ']' : '';
    return "{$object->{description}$names}";
}

# ---- Values

# A value as a trace writes it.
sub reference ($value) {
    return $Host::run->{nothing} unless defined $value;
    return scalar_reference($value) unless is_object($value);
    my $index = known($value);
    return qq({"ref":$index}) if defined $index;
    return $value ? 'true' : 'false' if is_bool($value);
    my $reason = $Host::adapter->{unwrap} ? $Host::adapter->{unwrap}->($value) : $value;
    return reference($reason) unless is_object($reason) && refaddr($reason) == refaddr($value);
    introduce($value, '"foreign":true,' . describe($value));
    return '{"ref":' . known($value) . '}';
}

sub scalar_reference ($value) {
    return '{"text":' . encode(substr $value, 0, LONGEST_TEXT_LENGTH) . '}'
        if ref \$value eq 'GLOB' || B::svref_2object(\$value)->FLAGS & B::SVf_POK;
    return '{"is":"NaN"}' if $value != $value;
    return $value > 0 ? '{"is":"Infinity"}' : '{"is":"-Infinity"}' if abs($value) == 9**9**9;
    return '{"is":"-0"}' if $value == 0 && sprintf('%g', $value) eq '-0';
    return sprintf '{"bigint":"%.0f"}', $value if abs($value) >= EXACT_INTEGER_LIMIT;
    return "$value";
}

sub references (@values) { return '[' . join(',', map { reference($_) } @values) . ']' }

# Like `reference`, for the promise that a library call returned.
sub promise_reference ($value) {
    introduce($value, '"kind":"promise","thenable":true') if has_then($value);
    return reference($value);
}

# Whether an object that came from the library has a method `then`. A known object may refuse to be asked.
sub has_then ($value) { return defined blessed $value && !defined known($value) && $value->can('then') }

# The description of a list of these references.
sub list_of (@items) { return '"kind":"list","items":[' . join(',', @items) . ']' }

# How a member settled, and with what, if the value is an element of what `allSettled` gives.
sub outcome_of ($value) {
    return unless ref $value eq 'HASH' && keys %$value == 2 && exists $value->{status};
    my $word = $value->{status};
    return if !defined $word || ref $word || $word !~ /^(?:fulfilled|rejected)\z/;
    my $key = $word eq 'fulfilled' ? 'value' : 'reason';
    return exists $value->{$key} ? ($word, $value->{$key}) : ();
}

# The description of an object that came from the library.
sub describe ($value) {
    return '"kind":"function"' if ref $value eq 'CODE';
    # Of lists inside, only those of the program are described: others may contain themselves.
    return list_of(map { ref $_ eq 'ARRAY' && !defined known($_) ? '{"is":"nothing"}' : reference($_) } @$value)
        if ref $value eq 'ARRAY';
    if (my ($word, $content) = outcome_of($value)) {
        return qq("kind":"object","outcome":"$word","items":[) . reference($content) . ']';
    }
    return '"kind":"promise"' if has_then($value);
    my $class = blessed $value // ref $value;
    $class = 'TypeError' if $Host::adapter->{is_self_resolution} && $Host::adapter->{is_self_resolution}->($value);
    my $about = '"class":' . text($class);
    for (['cancelled', $Host::adapter->{is_cancellation}], ['timedOut', $Host::adapter->{is_timeout}]) {
        my ($word, $judge) = @$_;
        $about .= ",\"$word\":true" if $judge && $judge->($value);
    }
    return qq("kind":"object",$about) unless blessed $value && $value->can('message');
    return qq("kind":"error",$about,"message":) . encode(substr "$value", 0, LONGEST_TEXT_LENGTH);
}

1;
