package Host::Kinds;

# The kinds of values, functions, exceptions and thenables in Perl, as `kinds` of ../../vocabulary.json lists them.

use v5.26;
use warnings;
use experimental 'signatures';
use Hash::Util ();
use IO::Handle ();
use Scalar::Util qw(dualvar refaddr);
use Symbol ();
use overload ();
use version ();

# The maker of a kind in one of the tables.
sub find ($table, $word) {
    my ($language, $name) = split /\./, $word;
    return ($language eq 'perl' ? $table->{$name} : undef) // die "Perl has no $word\n";
}

my $refuse = sub { die "an operation was used that no library needs\n" };
my ($yes, $no) = (sub { 1 }, sub { '' });
my $itself = sub { $_[0] };

# A new class with these parents, methods and, by their names in `overload`, operators.
sub class ($members = {}, @parents) {
    state $count = 0;
    my $class = 'Host::Kind' . ++$count;
    my %operators = map { ($_ => $members->{$_}) } grep { /\W/ || /^(?:bool|cmp|eq|ne|qr)$/ } keys %$members;
    no strict 'refs';
    @{"${class}::ISA"} = @parents;
    *{"${class}::$_"} = $members->{$_} for grep { !exists $operators{$_} } keys %$members;
    # AUTOLOAD would get the call of an absent destructor.
    *{"${class}::DESTROY"} = sub { } if $members->{AUTOLOAD};
    # As in most classes, an operator that is absent falls back on others, or on that of any reference.
    eval "package $class; overload->import(fallback => 1, \%operators); 1" or die $@ if %operators;
    return $class;
}

# An object of a new class.
sub object ($members = {}, @parents) { return bless {}, class($members, @parents) }

# Operators that a library may use without need. Objects with those in the first table are true.
my %TRUE = (
    equal => { '==' => $yes, 'eq' => $yes, '!=' => $no, 'ne' => $no },
    unequal => { '==' => $no, 'eq' => $no, '!=' => $yes, 'ne' => $yes },
    incomparable => { map { $_ => $refuse } qw(== != eq ne <=> cmp) },
    unprintable => { bool => $yes, '""' => $refuse, '0+' => $refuse },
    'array-like' => { '@{}' => sub { ['a', 'b'] } },
    'hash-like' => { '%{}' => sub { { then => $refuse } } },
    unreadable => { map { $_ => $refuse } qw(@{} %{} ${} *{} <> -X ~~ qr) },
);
# These are false, or cannot be tested. A conversion that is absent uses one that is there.
my %UNTRUE = (
    false => { bool => $no },
    empty => { '""' => $no },
    zero => { '0+' => sub { 0 } },
    undefined => { '""' => sub { undef } },
    untestable => { bool => $refuse, '""' => \&overload::StrVal, '0+' => sub { refaddr $_[0] } },
);

# What a function makes of each trait, by the name of the trait with an ending.
sub each_trait ($traits, $ending, $make) {
    return map { my $members = $traits->{$_}; ("$_$ending" => $make->($members)) } keys %$traits;
}

# Answers each method with itself.
my %ANSWERING = (AUTOLOAD => $itself, can => sub { $itself });
# Methods of promises, except `then`.
my %PROMISE_LIKE = map { $_ => $refuse } qw(
    catch finally done fail resolve reject get result state is_ready on_ready on_done on_fail wrap wait AWAIT_GET
    AWAIT_IS_READY AWAIT_ON_READY
);

# Classes whose ties refuse all.
my %TIED = map { $_ => $refuse } qw(FETCH STORE EXISTS FETCHSIZE STORESIZE FIRSTKEY NEXTKEY DELETE CLEAR SCALAR);

sub tied_to_refusal ($reference) {
    my $tie = sub { bless {}, $_[0] };
    my $class = class({ %TIED, TIESCALAR => $tie, TIEARRAY => $tie, TIEHASH => $tie });
    if (ref $reference eq 'SCALAR') { tie $$reference, $class }
    elsif (ref $reference eq 'ARRAY') { tie @$reference, $class }
    else { tie %$reference, $class }
    return $reference;
}

# A hash of which no other key can be read or written.
sub locked ($hash) { return &Hash::Util::lock_hashref($hash) }

sub cyclic () {
    my $list = [];
    push @$list, $list;
    return $list;
}

# A class with `then` for its instances. The name of the class is a string like any other.
package Host::Kinds::Named { sub then { die "a method of a string was called\n" } }
# A class that declares subs without defining them.
package Host::Kinds::Declared { sub then; sub missing; }

# Makes values of each kind, including functions and exceptions.
our %VALUES = (
    each_trait({ %TRUE, %UNTRUE }, '', sub ($members) { sub { object($members) } }),
    plain => sub { object() },
    # Its class is a false string.
    nameless => sub { bless {}, '0' },
    autoloading => sub { object({ AUTOLOAD => $refuse }) },
    'promise-like' => sub { object(\%PROMISE_LIKE) },
    error => sub { object({ message => sub { 'returned' }, throw => $refuse }) },
    'blessed-array' => sub { bless [], class() },
    'blessed-scalar' => sub { bless \(my $value = 0), class() },
    'blessed-glob' => sub { bless Symbol::gensym(), class() },
    regexp => sub { qr/regexp/ },
    version => sub { version->parse('v1.2.3') },
    'big-zero' => sub { require Math::BigInt; Math::BigInt->new(0) },
    'big-nan' => sub { require Math::BigInt; Math::BigInt->bnan },
    'scalar-ref' => sub { \(my $value = 'then') },
    'undef-ref' => sub { \(my $value) },
    'constant-ref' => sub { \'constant' },
    'ref-ref' => sub { \\(my $value = 1) },
    array => sub { [1] },
    'empty-array' => sub { [] },
    pair => sub { [1, $refuse] },
    cyclic => \&cyclic,
    hash => sub { { value => 1 } },
    'empty-hash' => sub { {} },
    'then-hash' => sub { { then => $refuse } },
    'locked-hash' => sub { locked({ value => 1 }) },
    'tied-scalar' => sub { tied_to_refusal(\(my $value)) },
    'tied-array' => sub { tied_to_refusal([]) },
    'tied-hash' => sub { tied_to_refusal({}) },
    'glob-ref' => sub { Symbol::gensym() },
    glob => sub { *{ Symbol::gensym() } },
    handle => sub { IO::Handle->new },
    io => sub { *STDERR{IO} },
    'lvalue-ref' => sub { my $text = 'text'; \substr $text, 0, 1 },
    'vstring-ref' => sub { \(my $value = v1.2.3) },
    vstring => sub { v1.2.3 },
    dualvar => sub { dualvar(0, 'text') },
    'empty-dualvar' => sub { dualvar(5, '') },
    'native-true' => sub { !!1 },
    'native-false' => sub { !!0 },
    'zero-text' => sub { '0' },
    'true-zero' => sub { '0E0' },
    'decimal-zero' => sub { '0.0' },
    'number-text' => sub { ' 1e3 ' },
    newline => sub { "\n" },
    nul => sub { "\0" },
    'wide-text' => sub { "\x{263A}" },
    bytes => sub { "\xFF\x00\xE9" },
    'class-name' => sub { 'Host::Kinds::Named' },
    huge => sub { ~0 },
    infinity => sub { 9**9**9 },

    # Functions.
    closure => sub { my $value = 1; sub { $value } },
    named => sub { \&Host::Kinds::find },
    prototype => sub { my $value = 1; return sub :prototype(\@) { $value } },
    constant => sub { my $value = 1; return sub :prototype() { $value } },
    lvalue => sub { my $value = 1; return sub :lvalue { $value } },
    xsub => sub { \&Scalar::Util::refaddr },
    core => sub { \&CORE::length },
    'undefined-sub' => sub { \&Host::Kinds::Declared::missing },
    'autoloaded-sub' => sub { \&{ class({ AUTOLOAD => $refuse }) . '::missing' } },
    'blessed-code' => sub { my $value = 1; bless sub { $value }, class() },
    'callable-object' => sub { object({ '&{}' => sub { $refuse } }) },

    # Objects that must not be inspected.
    answering => sub { object(\%ANSWERING) },
    unresponsive => sub { object({ can => $refuse }) },
    typeless => sub { object({ isa => $refuse, DOES => $refuse }) },
    'then-dies' => sub { object({ then => $refuse }) },
    'declared-then' => sub { object({}, 'Host::Kinds::Declared') },
);

# Returns what a function dies with.
sub caught ($body) {
    local $@;
    eval { $body->(); 1 } and die "nothing was thrown\n";
    return $@;
}

# Testing it clears `$@`.
my %CLEARING = (bool => sub { eval { 1 }; 1 });
# `die` without arguments throws what PROPAGATE returns instead.
my %PROPAGATING = (PROPAGATE => sub { "propagated\n" });
my %RETHROWING = map { $_ => $refuse } qw(throw rethrow as_string message stringify new);

# Exceptions that any library must be able to reject with. A text that ends with a newline is thrown unchanged.
my %REASONS = (
    each_trait(\%TRUE, '-error', sub ($members) { sub { object($members) } }),
    'nameless-error' => sub { bless {}, '0' },
    'clearing-error' => sub { object(\%CLEARING) },
    'propagating-error' => sub { object(\%PROPAGATING) },
    'rethrowing-error' => sub { object(\%RETHROWING) },
    'callable-error' => sub { object({ '&{}' => sub { $refuse } }) },
    'destroying-error' => sub { object({ DESTROY => sub { eval { 1 } } }) },
    'array-error' => sub { bless ['message', 1], class() },
    'scalar-error' => sub { bless \(my $text = 'message'), class() },
    'code-error' => sub { bless passing($refuse), class() },
    'regexp-error' => sub { qr/./ },
    'locked-error' => sub { locked(bless { message => 'message' }, class()) },
    'tied-error' => sub { bless tied_to_refusal({}), class() },
    'scalar-reason' => sub { \(my $value = 0) },
    'ref-reason' => sub { \\(my $value = 0) },
    'array-reason' => sub { [404, 'Not Found'] },
    'empty-array-reason' => sub { [] },
    'hash-reason' => sub { { code => 404 } },
    'empty-hash-reason' => sub { {} },
    'code-reason' => sub { passing($refuse) },
    'glob-reason' => sub { Symbol::gensym() },
    'text-reason' => sub { "text\n" },
    'lines-reason' => sub { "one\ntwo at nowhere line 1.\n" },
    'newline-reason' => sub { "\n" },
    'zero-reason' => sub { "0\n" },
    'wide-reason' => sub { "\x{263A}\n" },
    'format-reason' => sub { "%s %n \$@ \@_ \\1\n" },
    'located-reason' => sub { caught(sub { die 'located' }) },
    'operator-reason' => sub { caught(sub { my $zero = 0; 1 / $zero }) },
    'method-reason' => sub { caught(sub { object()->missing }) },
    'nested-reason' => sub { caught(sub { eval { die "nested\n" }; die $@ . 'again' }) },
);

# Exceptions that Future, by its documentation, refuses to be given. User code can throw them all the same.
my %THROWN = each_trait(\%UNTRUE, '-error', sub ($members) { sub { object($members) } });
%VALUES = (%VALUES, %REASONS, %THROWN);

# A sub that calls a function, as another reference than the function itself.
sub passing ($enter) { return sub { $enter->(@_) } }

# Runs an `eval` when it is freed.
package Host::Kinds::Guard { sub DESTROY { eval { 1 } } }

# An object that is called through an operator.
sub callable ($enter) { return object({ '&{}' => sub { $enter } }) }

# Clears the variable that loops without a variable of their own share.
sub clear_topic () {
    # It may stand for a constant.
    eval { $_ = undef; 1 };
}

sub assigning ($enter) {
    return sub {
        my @arguments = @_;
        # The arguments stand for the scalars of the caller, which may be constants.
        eval { $_[0] = 'assigned'; 1 };
        $enter->(@arguments);
    };
}

# Makes functions that call another one with their arguments.
our %FUNCTIONS = (
    each_trait({ %TRUE, %UNTRUE }, '', sub ($members) { sub ($enter) { bless passing($enter), class($members) } }),
    named => sub ($enter) { my $class = class({ named => passing($enter) }); \&{"${class}::named"} },
    prototype => sub ($enter) { return sub :prototype(\@) { $enter->(@_) } },
    signature => sub ($enter) { sub ($value, @others) { $enter->($value, @others) } },
    lvalue => sub ($enter) { return sub :lvalue { my @result = $enter->(@_); $result[0] } },
    goto => sub ($enter) { sub { goto &$enter } },
    'string-eval' => sub ($enter) { eval 'sub { $enter->(@_) }' },
    autoloaded => sub ($enter) { \&{ class({ AUTOLOAD => passing($enter) }) . '::missing' } },
    'blessed-code' => sub ($enter) { bless passing($enter), class() },
    'thenable-code' => sub ($enter) { bless passing($enter), class({ then => $refuse }) },
    'answering-code' => sub ($enter) { bless passing($enter), class(\%ANSWERING) },
    'callable-object' => sub ($enter) { callable($enter) },
    'callable-array' => sub ($enter) { bless [], ref callable($enter) },
    'callable-heir' => sub ($enter) { object({}, ref callable($enter)) },
    'callable-twice' => sub ($enter) { callable(callable($enter)) },
    context => sub ($enter) { sub { my @result = $enter->(@_); wantarray ? @result : $result[0] } },
    evaluating => sub ($enter) { sub { eval { die "caught\n" }; $enter->(@_) } },
    guarded => sub ($enter) { sub { my $guard = bless [], 'Host::Kinds::Guard'; $enter->(@_) } },
    localizing => sub ($enter) { sub { local ($@, $!, $_); local $SIG{__DIE__} = sub { }; $enter->(@_) } },
    topic => sub ($enter) { sub { my @arguments = @_; clear_topic(); $enter->(@arguments) } },
    assigning => \&assigning,
    shifting => sub ($enter) { sub { my @arguments = splice @_; $enter->(@arguments) } },
);

# Makes objects with a method `then` that calls a function.
our %CARRIERS = (
    each_trait({ %TRUE, %UNTRUE }, '', sub ($members) { sub ($enter) { object({ %$members, then => $enter }) } }),
    hash => sub ($enter) { object({ then => $enter }) },
    array => sub ($enter) { bless [], class({ then => $enter }) },
    scalar => sub ($enter) { bless \(my $value = 0), class({ then => $enter }) },
    reference => sub ($enter) { bless \\(my $value = 0), class({ then => $enter }) },
    code => sub ($enter) { bless passing($refuse), class({ then => $enter }) },
    glob => sub ($enter) { bless Symbol::gensym(), class({ then => $enter }) },
    handle => sub ($enter) { bless IO::Handle->new, class({ then => $enter }, 'IO::Handle') },
    regexp => sub ($enter) { bless qr/regexp/, class({ then => $enter }) },
    'locked-hash' => sub ($enter) { locked(bless {}, class({ then => $enter })) },
    'tied-hash' => sub ($enter) { bless tied_to_refusal({}), class({ then => $enter }) },
    'then-hash' => sub ($enter) { bless { then => $refuse }, class({ then => $enter }) },
    heir => sub ($enter) { object({}, class({ then => $enter })) },
    'grand-heir' => sub ($enter) { object({}, class({}, class(), class({ then => $enter }))) },
    autoloading => sub ($enter) {
        object({ AUTOLOAD => $enter, can => sub { $_[1] eq 'then' ? $enter : undef } });
    },
    declared => sub ($enter) {
        my $class = class({ AUTOLOAD => $enter });
        eval "package $class; sub then; 1" or die $@;
        return bless {}, $class;
    },
    prototype => sub ($enter) { object({ then => sub :prototype($$) { $enter->(@_) } }) },
    goto => sub ($enter) { object({ then => sub { goto &$enter } }) },
    error => sub ($enter) { object({ then => $enter, message => sub { 'message' }, throw => $refuse }) },
    'callable-object' => sub ($enter) { object({ then => $enter, '&{}' => sub { $refuse } }) },
);

1;
