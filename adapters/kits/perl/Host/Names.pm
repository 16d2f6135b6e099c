package Host::Names;

# The names of one round: their values, and the marks.

use v5.26;
use warnings;
use experimental 'signatures';
use Exporter 'import';
use Host::Recorder qw(add_name introduce is_object note);
use Host::State ();
use Host::Wire qw(text);
use Scalar::Util qw(weaken);

our @EXPORT_OK = qw(bind_name bound is_gone look_up mark_value name_in unbound watch);

# Replaces the `#` of a name with the index of the innermost repeat.
sub name_in ($written, $context) {
    my $indices = $context->{indices};
    return $written unless @$indices && $written =~ /#/;
    my $index = $indices->[-1];
    return $written =~ s/#/$index/r unless $written =~ /#-1$/;
    return $index == 0 ? $written =~ s/#-1/-start/r : $written =~ s/#-1/$index - 1/er;
}

sub bind_name ($written, $value, $context) {
    my $name = name_in($written, $context);
    $Host::run->{names}{$name} = $value;
    add_name($value, $written);
    watch($name, $value);
}

# The value of a name. If it is not bound, records that the step does nothing.
sub bound ($written, $context) {
    my $name = name_in($written, $context);
    return $Host::run->{names}{$name} if exists $Host::run->{names}{$name};
    unbound($written, $context);
    return undef;
}

# The value of a name, or the mark UNBOUND. Marks are made on first use.
sub look_up ($written, $context) {
    return mark_value($written, name_in($written, $context)) if $written =~ /^[A-Z]/;
    my $name = name_in($written, $context);
    return $Host::run->{names}{$name} if exists $Host::run->{names}{$name};
    unbound($written, $context);
    return mark_value('UNBOUND');
}

sub mark_value ($written, $name = $written) {
    return $Host::run->{names}{$name} if exists $Host::run->{names}{$name};
    my $mark = introduce(bless({}, 'Host::Mark'), '"kind":"mark"');
    add_name($mark, $written);
    watch($name, $mark);
    return $Host::run->{names}{$name} = $mark;
}

sub unbound ($name, $context) {
    my $step = defined $context->{step} ? ",\"step\":$context->{step}" : '';
    note(qq("e":"unbound"$step,"name":) . text($name), $context->{indices});
    return;
}

# Keeps a weak reference to a value for `probe`.
sub watch ($name, $value) {
    return unless $Host::run->{uses}{probe} && is_object($value);
    my $entry = { value => $value };
    weaken $entry->{value};
    push @{ $Host::run->{watched}{$name} }, $entry;
}

# Whether all values that had a name have been freed.
sub is_gone ($name) { return !grep { defined $_->{value} } @{ $Host::run->{watched}{$name} // [] } }

1;
