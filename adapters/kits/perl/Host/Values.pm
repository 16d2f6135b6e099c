package Host::Values;

# Evaluates the value expressions of a program.

use v5.26;
use warnings;
use experimental 'signatures';
use B ();
use Host::Kinds ();
use Host::Library ();
use Host::Names qw(bind_name look_up mark_value);
use Host::Recorder qw(introduce is_object list_of reference);
use Host::UserCode ();
use Host::Wire qw(text);
use JSON::PP ();
use POSIX ();
use Scalar::Util qw(blessed);

sub evaluate ($value, $context) {
    return $value if !defined $value || JSON::PP::is_bool($value);
    if (ref $value ne 'HASH') {
        return B::svref_2object(\$value)->FLAGS & B::SVf_POK ? look_up($value, $context) : $value;
    }
    return $value->{text} if exists $value->{text};
    return special($value->{is}) if exists $value->{is};
    return introduce(bless({}, 'Host::Error'), '"kind":"error","class":' . text($value->{error}))
        if exists $value->{error};
    return Host::Library::make_promise($value, $context) if exists $value->{promise};
    return make_thenable($value->{thenable}, $context) if exists $value->{thenable};
    my @items = map { evaluate($_, $context) } @{ $value->{list} };
    return introduce(\@items, list_of(map { reference($_) } @items));
}

sub special ($word) {
    return make_kind($word) if $word =~ /\./;
    return undef if $word eq 'undefined';
    return 9**9**9 / 9**9**9 if $word eq 'NaN';
    return POSIX::copysign(0, -1) if $word eq '-0';
    return 2**70 if $word eq 'bigint';
    if ($word =~ /function$/) {
        # Captured, because a sub that captures nothing would be the same object each time.
        my $result = 'O';
        my $function = introduce(sub { mark_value($result) }, '"kind":"function"');
        return $function if $word eq 'function';
        return introduce([$function], list_of(reference($function)));
    }
    return introduce(qr/regexp/, '"kind":"object","class":"Regexp"') if $word eq 'regexp';
    return introduce(bless({}, 'Host::Object'), '"kind":"object","class":' . text(ucfirst $word));
}

# A value of a kind. Scalars have no identity.
sub make_kind ($word) {
    my $made = Host::Kinds::find(\%Host::Kinds::VALUES, $word)->();
    return $made unless is_object($made);
    return introduce($made, '"kind":"object","class":' . text($word =~ s/^\w+\.//r));
}

# An object with its own class, because `then` is a method in Perl.
sub make_thenable ($thenable, $context) {
    state $classes = 0;
    my $class = 'Host::Thenable' . ++$classes;
    my $shape = $thenable->{shape} // 'object';
    my $then = $thenable->{then};
    my $is_function = defined $then && !ref $then;
    my $method;
    my $subject = $shape =~ /\./
        ? Host::Kinds::find(\%Host::Kinds::CARRIERS, $shape)->(sub { $method->(@_) })
        : bless $shape eq 'function' ? sub { } : {}, $class;
    introduce($subject, $is_function ? '"kind":"thenable","thenable":true' : '"kind":"thenable"');
    bind_name($thenable->{as}, $subject, $context) if defined $thenable->{as};
    return $subject unless defined $then;
    if ($is_function) {
        my $role = { frame => '"in":"thenable"', subject => $subject };
        $method = Host::UserCode::closure($then, $role, $context);
        return $subject if $shape =~ /\./;
        no strict 'refs';
        my $owner = $shape eq 'heir' ? "${class}Parent" : $class;
        @{"${class}::ISA"} = ($owner) if $shape eq 'heir';
        # Of some kinds of functions, a method is made that calls it: what `can` returns is code, and true.
        *{"${owner}::then"} = defined blessed($method) ? sub { $method->(@_) } : $method;
    } elsif ($shape ne 'function') {
        $subject->{then} = evaluate($then->{not}, $context);
    }
    return $subject;
}

1;
