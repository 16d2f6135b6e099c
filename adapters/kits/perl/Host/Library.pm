package Host::Library;

# Calls the library, and records a frame for each call.

use v5.26;
use warnings;
use experimental 'signatures';
use Exporter 'import';
use Host::Adapter qw(has_ready);
use Host::Names qw(bind_name mark_value);
use Host::Recorder qw(begin_frame end_frame introduce note promise_reference reference);
use Host::State ();
use Host::Values ();
use Scalar::Util qw(refaddr);

our @EXPORT_OK = qw(enter give settle);

my %SETTLEMENTS = (fulfilled => 'fulfill', rejected => 'reject', resolved => 'resolve');

# Records a frame around a call; returns the result of the call, and what it threw.
sub enter ($fields, $context, $body, $describe = undef) {
    $Host::run->{has_entered} = 1;
    my $frame = begin_frame($fields, $context->{indices});
    # User code may assign to it, and callers of this sub may be in a loop over their own values.
    local $_;
    my $value;
    if (!eval { $value = $body->(); 1 }) {
        my $error = $@;
        end_frame($frame, '"threw":' . reference($error), $context->{indices});
        return (undef, bless { error => $error }, 'Host::Threw');
    }
    end_frame($frame, $describe ? $describe->($value) : '', $context->{indices});
    return ($value, undef);
}

# Makes a call that returns a promise, and binds that to the name in `as`.
sub give ($step, $context, $fields, $body) {
    my ($value, $threw) = enter($fields, $context, $body, sub ($given) { '"gives":' . promise_reference($given) });
    bind_name($step->{as}, $value, $context) if defined $step->{as} && !$threw;
}

# Makes a promise of the library; returns the mark UNBOUND if the library threw instead.
sub make_promise ($expression, $context) {
    my ($state, $is_due) = ($expression->{promise}, exists $expression->{when});
    my $value = Host::Values::evaluate($expression->{with}, $context);
    my $key = $state eq 'rejected' ? 'rejected' : 'resolved';
    my $ready = $is_due || $state eq 'pending' || !has_ready() ? undef : $Host::adapter->{$key};
    my $shown = $is_due ? 'pending' : $state;
    my $fields = qq("in":"make","promise":"$shown","door":") . ($ready ? 'ready"' : 'deferred"');
    $fields .= ",\"step\":$context->{step}" if defined $context->{step};
    $fields .= ',"with":' . reference($value) if $shown ne 'pending';
    my @settlers;
    my ($promise, $threw) = enter($fields, $context, sub {
        return $ready->($value) if $ready;
        (my $made, @settlers) = $Host::adapter->{deferred}->();
        settle(\@settlers, $SETTLEMENTS{$state}, $value) if $shown ne 'pending';
        return $made;
    }, sub ($made) { introduce($made, '"kind":"promise"'); return '"gives":' . reference($made) });
    return mark_value('UNBOUND') if $threw;
    $Host::run->{settlers}{ refaddr $promise } = \@settlers if @settlers;
    settle_when_idle($promise, \@settlers, $SETTLEMENTS{$state}, $value, $context) if $is_due;
    return $promise;
}

sub settle_when_idle ($promise, $settlers, $verb, $value, $context) {
    my $due = reference($promise);
    push @{ $Host::run->{idle_blocks} }, sub {
        note(qq("e":"block","due":$due), $context->{indices});
        my $fields = qq("in":"$verb","on":$due,"with":) . reference($value);
        enter($fields, $context, sub { settle($settlers, $verb, $value) });
    };
}

sub settle ($settlers, $verb, $value) { return $settlers->[$verb eq 'reject' ? 1 : 0]->($value) }

1;
