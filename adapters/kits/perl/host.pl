#!/usr/bin/env perl
# A host for promises in Perl, 5.26 or later: performs programs on a library and writes what it saw.
#
#   perl host.pl ADAPTER-FILE [--name NAME] [--library LIBRARY]
#
# The parts, in order: the wire, the recorder, user code, values, verbs, the run, the start.

use v5.26;
use warnings;
use experimental 'signatures';
use B ();
use Cwd ();
use File::Basename ();
use Getopt::Long ();
use IO::Handle ();
use JSON::PP ();
use POSIX ();
use Scalar::Util qw(blessed isweak refaddr reftype weaken);
use Time::HiRes ();

use constant {
    LONGEST_TEXT => 200,
    # Seconds that a timer may be ahead and still hold a phase; more where the scenario asks for more.
    USUAL_HORIZON => 0.05,
    # Seconds without an event until a library that never rests counts as `bounded`.
    PATIENCE => 6,
    # So many more for each event so far: a library may pass on 100,000 links without one.
    PATIENCE_PER_EVENT => 0.0003,
    # Seconds after the end of input in which late events are still told.
    LINGER => 0.5,
};

my %SETTLES = (fulfilled => 'fulfill', rejected => 'reject', resolved => 'resolve');
my $json = JSON::PP->new->utf8->canonical->allow_nonref;
my ($input, $output, $adapter);
# The run that is performed, or was last; user code that is called makes it the run that it belongs to.
our $run;
# The run whose trace is not written yet.
my $performed;
# What user code threw last, and its run: where it goes uncaught, no frame tells whose it is.
my $last_throw;

# Ends the process at a fault of the host: the library must not catch it.
sub guarded ($body) {
    my @result;
    return @result if eval { @result = $body->(); 1 };
    print STDERR "host: $@";
    POSIX::_exit(70);
}

# ---- The wire: JSON Lines over descriptors that the library cannot reach by accident.

sub open_wire () {
    open($input, '<&', \*STDIN) or die "cannot keep the input: $!";
    open($output, '>&', \*STDOUT) or die "cannot keep the output: $!";
    $output->autoflush(1);
    open(STDIN, '<', '/dev/null') or die "cannot empty the input: $!";
    open(STDOUT, '>&', \*STDERR) or die "cannot redirect the output: $!";
    $SIG{PIPE} = 'IGNORE';
    # A destructor that dies makes a warning.
    $SIG{__WARN__} = sub ($text) {
        return print STDERR $text unless $text =~ /^\t\(in cleanup\) (.*)/s;
        # Only behind an object has Perl added the place by itself.
        Host::uncaught($1 =~ s/^(\S+=\w+\(0x\w+\)) at .*/$1/sr);
    };
}

# Writes a message at once; ends the process where nobody reads any more.
sub write_line ($text) { print {$output} $text, "\n" or POSIX::_exit(0) }

# A string as JSON writes it; the same few are written again and again.
sub text ($string) { state %written; return $written{$string} //= $json->encode("$string") }

# ---- The recorder: numbers the events, frames and identities of one run.
#
# Events and values are JSON from the start, and fields and descriptions its members: to write 100,000
# handlers with JSON::PP takes as long as a case may.

sub note ($fields, $indices = []) {
    overrun() if defined $run->{limit} && $run->{count} >= $run->{limit};
    my $event = '{"n":' . ++$run->{count} . ',"s":0,' . $fields;
    $event .= ',"i":[' . join(',', @$indices) . ']' if @$indices;
    $event .= ',"r":' . $run->{round} if $run->{round};
    push @{ $run->{events} }, $event .= '}';
    return unless $run->{written};
    # The objects that are new or have changed since the event before.
    my $changed = delete $run->{changed} // {};
    $run->{written}->($event, join ',', map { qq("$_":) . written_object($run->{objects}[$_]) } sort keys %$changed);
}

# An exception left the library at the top of a stack; also for the hooks in which an event loop reports such.
#
# It belongs to the run whose user code threw it, else to the one that is performed. A report may have made a text of it.
sub Host::uncaught ($error) {
    return print STDERR "host: uncaught before the first run: $error\n" unless $run;
    my $thrown = $last_throw && defined $last_throw->{value} ? $last_throw : { run => $run, value => $error };
    $thrown = { run => $run, value => $error } if "$thrown->{value}" =~ s/\n\z//r ne "$error" =~ s/\n\z//r;
    local $run = $thrown->{run};
    note('"e":"uncaught","value":' . reference($thrown->{value}));
}

sub note_throw ($value) {
    $last_throw = { run => $run, value => $value };
    weaken $last_throw->{value} if ref $value;
}

sub begin_frame ($fields, $indices) {
    my $frame = ++$run->{frames};
    note(qq("e":"begin","f":$frame,$fields), $indices);
    return $frame;
}

sub end_frame ($frame, $result, $indices) {
    note(qq("e":"end","f":$frame) . ($result eq '' ? '' : ",$result"), $indices);
}

sub known ($value) {
    my $entry = $run->{identities}{ refaddr $value };
    return defined $entry && defined $entry->{value} ? $entry->{index} : undef;
}

# Enters an object, unless it is known; gives it back.
sub introduce ($value, $description) {
    return $value if defined known($value);
    $description .= ",\"round\":$run->{round}" if $run->{round};
    my $entry = { index => scalar @{ $run->{objects} }, value => $value };
    weaken $entry->{value} if $run->{collects};
    $run->{identities}{ refaddr $value } = $entry;
    push @{ $run->{objects} }, { description => $description };
    $run->{changed}{ $entry->{index} } = 1 if $run->{written};
    return $value;
}

# Keeps an object no longer for its identity.
sub forget ($value) {
    my $entry = $run->{identities}{ refaddr $value };
    weaken $entry->{value} if $entry && !isweak $entry->{value};
}

sub add_name ($value, $name) {
    return if !ref $value || JSON::PP::is_bool($value);
    reference($value);
    my $names = $run->{objects}[ known($value) ]{names} //= [];
    $name = text($name);
    return if grep { $_ eq $name } @$names;
    push @$names, $name;
    $run->{changed}{ known($value) } = 1 if $run->{written};
}

# How a value is written in a trace.
sub reference ($value) {
    return $run->{nothing} unless defined $value;
    return scalar_reference($value) unless ref $value;
    my $index = known($value);
    return qq({"ref":$index}) if defined $index;
    return $value ? 'true' : 'false' if JSON::PP::is_bool($value);
    introduce($value, '"foreign":true,' . describe($value));
    return '{"ref":' . known($value) . '}';
}

sub scalar_reference ($value) {
    return '{"text":' . $json->encode(substr $value, 0, LONGEST_TEXT) . '}'
        if B::svref_2object(\$value)->FLAGS & B::SVf_POK;
    return '{"is":"NaN"}' if $value != $value;
    return $value > 0 ? '{"is":"Infinity"}' : '{"is":"-Infinity"}' if abs($value) == 9**9**9;
    return '{"is":"-0"}' if $value == 0 && sprintf('%g', $value) eq '-0';
    return sprintf '{"bigint":"%.0f"}', $value if abs($value) >= 2**53;
    return "$value";
}

sub references (@values) { return '[' . join(',', map { reference($_) } @values) . ']' }

# Like `reference`, for what a library call gave as a promise.
sub promise_reference ($value) {
    introduce($value, '"kind":"promise","thenable":true') if blessed $value && $value->can('then');
    return reference($value);
}

# What a list of these references looks like.
sub list_of (@items) { return '"kind":"list","items":[' . join(',', @items) . ']' }

# What an object from the library looks like.
sub describe ($value) {
    return '"kind":"function"' if ref $value eq 'CODE';
    # A list inside a list is not looked into: it may hold itself.
    return list_of(map { ref $_ eq 'ARRAY' ? '{"is":"nothing"}' : reference($_) } @$value)
        if ref $value eq 'ARRAY';
    return '"kind":"promise"' if blessed $value && $value->can('then');
    my $class = blessed $value // ref $value;
    $class = 'TypeError' if $adapter->{is_self_resolution} && $adapter->{is_self_resolution}->($value);
    my $about = '"class":' . text($class);
    for (['cancelled', $adapter->{is_cancellation}], ['timedOut', $adapter->{is_timeout}]) {
        my ($word, $judge) = @$_;
        $about .= ",\"$word\":true" if $judge && $judge->($value);
    }
    return qq("kind":"object",$about) unless blessed $value && $value->can('message');
    return qq("kind":"error",$about,"message":) . $json->encode(substr "$value", 0, LONGEST_TEXT);
}

# ---- User code: what the library calls. A context is {indices, pair, step}.

# A fresh function for a registration, or the one that all registrations share.
sub closure ($name, $role, $context) {
    my $definition = $run->{program}{functions}{$name} // die "no such function: $name\n";
    return $run->{shared}{$name} if $definition->{shared} && $run->{shared}{$name};
    my $calls = 0;
    my $own = $run;
    my $made = sub {
        my @arguments = @_;
        local $run = $own;
        shift @arguments if $role->{subject};
        return call_user($name, $definition, $role, ++$calls, \@arguments, $context);
    };
    $run->{shared}{$name} = $made if $definition->{shared};
    watch($name, $made);
    return $made;
}

# One call of user code: its frame, its steps, its ending.
sub call_user ($name, $definition, $role, $number, $arguments, $context) {
    my ($word, $value) = guarded(sub {
        my $pair = $context->{pair};
        my $fields = $role->{frame} . ',"fn":' . text($name);
        $fields .= ",\"reg\":$role->{reg}" if $role->{reg} && !$definition->{shared};
        if ($role->{subject}) {
            $pair = take_pair($role->{subject}, $arguments);
            $fields .= ',"on":' . reference($role->{subject}) . ",\"pair\":$pair->{number}";
        }
        my $count = @$arguments;
        my $seen = references(@$arguments[0 .. ($count > 2 ? 1 : $count - 1)]);
        my $frame = begin_frame(qq($fields,"call":$number,"argc":$count,"args":$seen), $context->{indices});
        my $inside = { indices => $context->{indices}, pair => $pair };
        my $threw = perform($definition->{steps} // [], $inside);
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

# What the n-th call ends with, `return` or `throw` and a value; nothing where it is not said.
sub ending ($endings, $number, $context) {
    return unless @$endings;
    my ($word, $value) = %{ $endings->[$number > @$endings ? -1 : $number - 1] };
    return ($word, evaluate($value, $context));
}

# ---- Values of the scenario language, built where they stand.

# The name that a name stands for inside the repeats of a context.
sub name_in ($written, $context) {
    my $indices = $context->{indices};
    return $written unless @$indices && $written =~ /#/;
    my $index = $indices->[-1];
    return $written =~ s/#/$index/r unless $written =~ /#-1$/;
    return $index == 0 ? $written =~ s/#-1/-start/r : $written =~ s/#-1/$index - 1/er;
}

sub evaluate ($value, $context) {
    return $value if !defined $value || JSON::PP::is_bool($value);
    if (ref $value ne 'HASH') {
        return B::svref_2object(\$value)->FLAGS & B::SVf_POK ? look_up($value, $context) : $value;
    }
    return $value->{text} if exists $value->{text};
    return special($value->{is}) if exists $value->{is};
    return introduce(bless({}, 'Host::Error'), '"kind":"error","class":' . text($value->{error}))
        if exists $value->{error};
    return make_promise($value, $context) if exists $value->{promise};
    return make_thenable($value->{thenable}, $context) if exists $value->{thenable};
    my @items = map { evaluate($_, $context) } @{ $value->{list} };
    return introduce(\@items, list_of(map { reference($_) } @items));
}

sub special ($word) {
    return undef if $word eq 'undefined';
    return 9**9**9 / 9**9**9 if $word eq 'NaN';
    return POSIX::copysign(0, -1) if $word eq '-0';
    return 2**70 if $word eq 'bigint';
    if ($word =~ /function$/) {
        # A sub that captures nothing would be the same one each time.
        my $result = 'O';
        my $function = introduce(sub { mark_value($result) }, '"kind":"function"');
        return $function if $word eq 'function';
        return introduce([$function], list_of(reference($function)));
    }
    return introduce(qr/regexp/, '"kind":"object","class":"Regexp"') if $word eq 'regexp';
    return introduce(bless({}, 'Host::Object'), '"kind":"object","class":' . text(ucfirst $word));
}

# An object of a class of its own: in Perl, `then` is a method.
sub make_thenable ($thenable, $context) {
    state $classes = 0;
    my $class = 'Host::Thenable' . ++$classes;
    my $shape = $thenable->{shape} // 'object';
    my $then = $thenable->{then};
    my $is_function = defined $then && !ref $then;
    my $subject = bless $shape eq 'function' ? sub { } : {}, $class;
    introduce($subject, $is_function ? '"kind":"thenable","thenable":true' : '"kind":"thenable"');
    bind_name($thenable->{as}, $subject, $context) if defined $thenable->{as};
    return $subject unless defined $then;
    if ($is_function) {
        no strict 'refs';
        my $owner = $shape eq 'heir' ? "${class}Parent" : $class;
        @{"${class}::ISA"} = ($owner) if $shape eq 'heir';
        my $role = { frame => '"in":"thenable"', subject => $subject };
        *{"${owner}::then"} = closure($then, $role, $context);
    } elsif ($shape ne 'function') {
        $subject->{then} = evaluate($then->{not}, $context);
    }
    return $subject;
}

# What stands where a function may stand: a closure, a non-function, or nothing.
sub slot ($expression, $context, $role) {
    return undef unless defined $expression;
    return ref $expression ? evaluate($expression->{not}, $context) : closure($expression, $role, $context);
}

# ---- Verbs; `combine` is looked for before `call`, which is also a key of it.
#
# Only what a resolver threw is given back, as a Host::Threw: its caller is user code. What other calls throw ends with
# their frame.

my @VERBS = qw(let fulfill reject resolve then combine call mark later repeat drop probe cancel);
my %VERBS = (
    let => sub ($step, $context) {
        my $inside = { %$context, step => $step->{id} };
        my $value = evaluate($step->{be}, $inside);
        my $missing = $run->{names}{UNBOUND};
        if (ref $step->{be} eq 'HASH' && $step->{be}{promise} && $missing && refaddr $missing == (refaddr $value // 0)) {
            return unbound($step->{let}, $inside);
        }
        bind_name($step->{let}, $value, $context);
        my $fields = qq("e":"let","step":$step->{id},"name":) . text($step->{let}) . ',"value":' . reference($value);
        note($fields, $context->{indices});
    },

    (map { my $verb = $_; ($verb => sub { settle_step($verb, @_) }) } qw(fulfill reject resolve)),

    then => sub ($step, $context) {
        my $inside = { %$context, step => $step->{id} };
        my $promise = bound($step->{then}, $inside) // return;
        my $number = ++$run->{registrations};
        my (@handlers, $seen);
        for my $word (qw(ok bad)) {
            my $role = { frame => qq("in":"handler","slot":"$word"), reg => $number };
            push @handlers, slot($step->{$word}, $inside, $role);
            next unless exists $step->{$word};
            my $shown = ref $step->{$word} ? '{"not":' . reference($handlers[-1]) . '}' : text($step->{$word});
            $seen .= qq(,"$word":$shown);
        }
        my $given = exists $step->{bad} ? 2 : exists $step->{ok} ? 1 : 0;
        my $fields = call_fields('then', $step) . ',"on":' . reference($promise) . ",\"reg\":$number" . ($seen // '');
        give($step, $context, $fields, sub { $adapter->{then}->($promise, @handlers[0 .. $given - 1]) });
    },

    combine => sub ($step, $context) {
        my $inside = { %$context, step => $step->{id} };
        my $kind = $step->{combine};
        my @members = map { evaluate($_, $inside) } @{ $step->{of} };
        my %slots = (finally => 'finally', recover => 'bad');
        my $frame = $slots{$kind} ? qq("in":"handler","slot":"$slots{$kind}") : '"in":"task"';
        my $function = slot($step->{call}, $inside, { frame => $frame });
        my $fields = call_fields('combine', $step) . qq(,"kind":"$kind","of":) . references(@members);
        my %options = (ms => $step->{ms}, times => $step->{times}, call => $function);
        give($step, $context, $fields, sub { $adapter->{combinators}{$kind}->(\@members, \%options) });
    },

    call => sub ($step, $context) {
        my $inside = { %$context, step => $step->{id} };
        my ($name, $which) = $step->{call} =~ /^(?:(.+)\.)?(\w+)$/;
        my $subject = defined $name ? $run->{names}{ name_in($name, $inside) } : undef;
        my $pair = defined $name ? $subject && $run->{first_pairs}{ refaddr $subject } : $context->{pair};
        my $resolver = $pair ? $pair->{$which} : undef;
        return unbound($step->{call}, $inside) unless ref $resolver eq 'CODE';
        my @values = exists $step->{with} ? evaluate($step->{with}, $inside) : ();
        my $fields = call_fields('call', $step) . qq(,"pair":$pair->{number},"which":"$which");
        $fields .= ',"with":' . reference($values[0]) if @values;
        my ($value, $threw) = enter($fields, $context, sub { $resolver->(@values) });
        return $threw;
    },

    mark => sub ($step, $context) {
        note(qq("e":"mark","step":$step->{id},"name":) . text($step->{mark}), $context->{indices});
    },

    later => sub ($step, $context) {
        my $block = sub {
            note(qq("e":"block","step":$step->{id}), $context->{indices});
            perform($step->{do}, $context);
        };
        push @{ $step->{later} eq 'idle' ? $run->{idle_blocks} : $run->{turns} }, $block;
    },

    repeat => sub ($step, $context) {
        for my $index (0 .. $step->{repeat} - 1) {
            my $threw = perform($step->{do}, { %$context, indices => [@{ $context->{indices} }, $index] });
            return $threw if $threw;
        }
        return;
    },

    drop => sub ($step, $context) {
        my $names = join(',', map { text($_) } @{ $step->{drop} });
        enter(call_fields('drop', $step) . qq(,"names":[$names]), $context, sub {
            for my $value (delete @{ $run->{names} }{ map { name_in($_, $context) } @{ $step->{drop} } }) {
                next unless ref $value;
                delete $run->{settlers}{ refaddr $value };
                forget($value);
            }
            delete @{ $run->{shared} }{ @{ $step->{drop} } };
            return;
        });
    },

    probe => sub ($step, $context) {
        my $watched = $run->{watched}{ name_in($step->{probe}, $context) } // [];
        my $yes = !grep { defined $_->{value} } @$watched;
        my $fields = qq("e":"gone","step":$step->{id},"name":) . text($step->{probe});
        note($fields . ($yes ? ',"yes":true' : ',"yes":false'), $context->{indices});
    },

    cancel => sub ($step, $context) {
        my $inside = { %$context, step => $step->{id} };
        my $promise = bound($step->{cancel}, $inside) // return;
        my @reasons = exists $step->{with} ? evaluate($step->{with}, $inside) : ();
        my $fields = call_fields('cancel', $step) . ',"on":' . reference($promise);
        $fields .= ',"with":' . reference($reasons[0]) if @reasons;
        enter($fields, $context, sub { $adapter->{cancel}->($promise, @reasons) });
    },
);

sub settle_step ($verb, $step, $context) {
    my $inside = { %$context, step => $step->{id} };
    my $promise = bound($step->{$verb}, $inside) // return;
    my $settlers = $run->{settlers}{ refaddr $promise } // return unbound($step->{$verb}, $inside);
    my $value = evaluate($step->{with}, $inside);
    my $fields = call_fields($verb, $step) . ',"on":' . reference($promise) . ',"with":' . reference($value);
    enter($fields, $context, sub { settle($settlers, $verb, $value) });
}

# What the frames of all steps that touch the library begin with.
sub call_fields ($verb, $step) { return qq("in":"$verb","step":$step->{id}) }

# A call that gives a promise, which `as` names.
sub give ($step, $context, $fields, $body) {
    my ($value, $threw) = enter($fields, $context, $body, sub ($given) { '"gives":' . promise_reference($given) });
    bind_name($step->{as}, $value, $context) if defined $step->{as} && !$threw;
}

# ---- The run: performs one program and gives its trace.

sub new_run ($message, $written) {
    my $text = $json->encode($message->{program});
    my ($longest) = sort { $b <=> $a } 0, $text =~ /"ms":([\d.]+)/g;
    my $horizon = 2 * $longest / 1000;
    return {
        number => $message->{run}, program => $message->{program}, limit => $message->{limit},
        written => $written, round => 0,
        count => 0, frames => 0, registrations => 0, pairs => 0,
        events => [], objects => [], identities => {},
        horizon => $horizon > USUAL_HORIZON ? $horizon : USUAL_HORIZON,
        collects => scalar($text =~ /"probe":/),
        # Perl has one nothing: it is written as the program calls it.
        nothing => $text =~ /[:\[,]null\b/ ? 'null' : '{"is":"undefined"}',
    };
}

sub perform_program () {
    for my $round (0 .. ($run->{program}{rounds} // 1) - 1) {
        begin_round($round);
        guarded(sub { perform($run->{program}{steps}, { indices => [] }) });
        perform_phases();
    }
    return answer('quiet');
}

# The line that answers the run with its trace.
sub answer ($ending) {
    my ($objects, $events) = map { join ',', @$_ } [map { written_object($_) } @{ $run->{objects} }], $run->{events};
    my $trace = qq({"trace":"aplus-trace/1","ending":"$ending","objects":[$objects],"events":[$events]});
    return qq({"run":$run->{number},"trace":$trace});
}

# Ends the process with the event that is one too many, wherever it came: the library may go on for ever.
sub overrun () {
    write_line(answer('overrun'));
    POSIX::_exit(0);
}

sub written_object ($object) {
    my $names = $object->{names} ? ',"names":[' . join(',', @{ $object->{names} }) . ']' : '';
    return "{$object->{description}$names}";
}

# Fresh names, closures and blocks.
sub begin_round ($round) {
    $run->{round} = $round;
    @$run{qw(names shared settlers first_pairs watched)} = ({}, {}, {}, {}, {});
    @$run{qw(idle_blocks turns)} = ([], []);
}

# Lets go of the run, before its trace is told: a library that cannot take its promises apart dies of this
# run, and not of the next. What promises do then is after the trace; what comes later is late.
sub release () {
    delete @$run{qw(written limit)};
    begin_round(0);
    @$run{qw(identities objects events)} = ({}, [], []);
}

# Performs idle blocks, one a phase, until none is left.
sub perform_phases () {
    while (1) {
        $run->{strength} = settle_down($run->{horizon});
        note(qq("e":"phase","strength":"$run->{strength}"));
        my $block = shift @{ $run->{idle_blocks} } // return;
        guarded($block);
    }
}

# Lets turns and the library run until nothing can run; gives the strength of the evidence.
sub settle_down ($horizon) {
    my ($since, $seen) = (Time::HiRes::time(), $run->{count});
    while (1) {
        # What the library has queued may run before a turn or after it; here it does before.
        my $block = $adapter->{busy} && $adapter->{busy}->(0) ? undef : shift @{ $run->{turns} };
        guarded($block) if $block;
        my $is_busy = $adapter->{busy} && $adapter->{busy}->($horizon);
        return 'proved' unless $block || $is_busy || @{ $run->{turns} };
        turn() if $is_busy;
        ($since, $seen) = (Time::HiRes::time(), $run->{count}) if $run->{count} != $seen;
        my $patience = PATIENCE + PATIENCE_PER_EVENT * $seen;
        return 'bounded' if Time::HiRes::time() - $since > $patience && !@{ $run->{turns} };
    }
}

# Lets the library run once.
sub turn () { eval { $adapter->{turn}->(); 1 } or Host::uncaught($@) }

# Performs steps one after another; gives what a resolver threw, which ends them, as in the language.
sub perform ($steps, $context) {
    for my $step (@$steps) {
        my ($verb) = grep { exists $step->{$_} } @VERBS;
        my ($given) = ($VERBS{ $verb // '' } // die "no verb: @{[ %$step ]}\n")->($step, $context);
        return $given if ref $given eq 'Host::Threw';
    }
    return;
}

# A call into the library: a frame around it, whatever comes out; gives that, and what it threw.
sub enter ($fields, $context, $body, $describe = undef) {
    $run->{has_entered} = 1;
    my $frame = begin_frame($fields, $context->{indices});
    my $value;
    if (!eval { $value = $body->(); 1 }) {
        my $error = $@;
        end_frame($frame, '"threw":' . reference($error), $context->{indices});
        return (undef, bless { error => $error }, 'Host::Threw');
    }
    end_frame($frame, $describe ? $describe->($value) : '', $context->{indices});
    return ($value, undef);
}

sub make_promise ($expression, $context) {
    my ($state, $is_due) = ($expression->{promise}, exists $expression->{when});
    my $value = evaluate($expression->{with}, $context);
    my $door = $state eq 'rejected' ? 'rejected' : 'resolved';
    my $ready = $is_due || $state eq 'pending' || !has_ready() ? undef : $adapter->{$door};
    my $shown = $is_due ? 'pending' : $state;
    my $fields = qq("in":"make","promise":"$shown","door":") . ($ready ? 'ready"' : 'deferred"');
    $fields .= ",\"step\":$context->{step}" if defined $context->{step};
    $fields .= ',"with":' . reference($value) if $shown ne 'pending';
    my @settlers;
    my ($promise, $threw) = enter($fields, $context, sub {
        return $ready->($value) if $ready;
        (my $made, @settlers) = $adapter->{deferred}->();
        settle(\@settlers, $SETTLES{$state}, $value) if $shown ne 'pending';
        return $made;
    }, sub ($made) { introduce($made, '"kind":"promise"'); return '"gives":' . reference($made) });
    return mark_value('UNBOUND') if $threw;
    $run->{settlers}{ refaddr $promise } = \@settlers if @settlers;
    settle_when_idle($promise, \@settlers, $SETTLES{$state}, $value, $context) if $is_due;
    return $promise;
}

sub settle_when_idle ($promise, $settlers, $verb, $value, $context) {
    my $due = reference($promise);
    push @{ $run->{idle_blocks} }, sub {
        note(qq("e":"block","due":$due), $context->{indices});
        my $fields = qq("in":"$verb","on":$due,"with":) . reference($value);
        enter($fields, $context, sub { settle($settlers, $verb, $value) });
    };
}

sub settle ($settlers, $verb, $value) { return $settlers->[$verb eq 'reject' ? 1 : 0]->($value) }

sub has_ready () { return $adapter->{resolved} && $adapter->{rejected} }

sub bind_name ($written, $value, $context) {
    my $name = name_in($written, $context);
    $run->{names}{$name} = $value;
    add_name($value, $written);
    watch($name, $value);
}

# The value of a bound name; without one, logs that the step does nothing.
sub bound ($written, $context) {
    my $name = name_in($written, $context);
    return $run->{names}{$name} if exists $run->{names}{$name};
    unbound($written, $context);
    return undef;
}

# The value of a name; marks are made on first use.
sub look_up ($written, $context) {
    return mark_value($written, name_in($written, $context)) if $written =~ /^[A-Z]/;
    my $name = name_in($written, $context);
    return $run->{names}{$name} if exists $run->{names}{$name};
    unbound($written, $context);
    return mark_value('UNBOUND');
}

sub mark_value ($written, $name = $written) {
    return $run->{names}{$name} if exists $run->{names}{$name};
    my $mark = introduce(bless({}, 'Host::Mark'), '"kind":"mark"');
    add_name($mark, $written);
    watch($name, $mark);
    return $run->{names}{$name} = $mark;
}

sub unbound ($name, $context) {
    my $step = defined $context->{step} ? ",\"step\":$context->{step}" : '';
    note(qq("e":"unbound"$step,"name":) . text($name), $context->{indices});
    return;
}

# Remembers, without holding it, what a `probe` may ask for.
sub watch ($name, $value) {
    return unless $run->{collects} && ref $value;
    my $entry = { value => $value };
    weaken $entry->{value};
    push @{ $run->{watched}{$name} }, $entry;
}

# Numbers the pair of resolvers that a thenable got; the first is the one of its name.
sub take_pair ($subject, $arguments) {
    my $pair = { number => ++$run->{pairs}, resolve => $arguments->[0], reject => $arguments->[1] };
    $run->{first_pairs}{ refaddr $subject } //= $pair;
    return $pair;
}

# ---- The start.

# What follows from the adapter, corrected by its `capabilities`: a word adds, `-word` takes away.
sub capabilities () {
    my @words = ('thenables', 'nonfunctions', 'adopting-resolve', 'collect');
    push @words, 'ready-made' if has_ready();
    push @words, 'cancellation' if $adapter->{cancel};
    my @kinds = sort keys %{ $adapter->{combinators} // {} };
    push @words, 'combinators:' . join(',', @kinds) if @kinds;
    for my $word (@{ $adapter->{capabilities} // [] }) {
        if ($word =~ /^-(.+)/) { my $gone = $1; @words = grep { $_ ne $gone } @words }
        else { push @words, $word }
    }
    return \@words;
}

sub load_adapter ($path, %given) {
    my $loaded = do(Cwd::abs_path($path) // die "there is no $path\n");
    die $@ || $! || 'the adapter file gives no hash' unless ref $loaded eq 'HASH';
    $adapter = { then => sub ($promise, @handlers) { $promise->then(@handlers) }, %$loaded };
    my ($base) = File::Basename::fileparse($path, qr/\.[^.]*/);
    $adapter->{name} = $given{name} // $base;
    $adapter->{library} = $given{library} // $adapter->{library} // $adapter->{name};
}

sub main () {
    open_wire();
    my %given;
    Getopt::Long::GetOptions(\%given, 'name=s', 'library=s') or POSIX::_exit(64);
    if (!eval { load_adapter($ARGV[0] // die("no adapter file is given\n"), %given); 1 }) {
        write_line($json->encode({ fatal => "$@" }));
        POSIX::_exit(1);
    }
    write_line($json->encode({
        hello => 'aplus-host/1', adapter => $adapter->{name}, language => 'perl', library => $adapter->{library},
        version => '' . ($adapter->{version} // 'unknown'), capabilities => capabilities(), quiescence => 'proved',
    }));
    while (defined(my $line = <$input>)) {
        next unless $line =~ /\S/;
        # Else Perl would end the library's messages with a line number of the host's input.
        $. = 0;
        my $message = $json->decode($line);
        my $number = $message->{run};
        my $tell = sub ($event, $objects) {
            write_line(qq({"run":$number,"event":$event) . ($objects eq '' ? '}' : qq(,"objects":{$objects}})));
        };
        my $is_bounded = $run && $run->{strength} eq 'bounded';
        $run = $performed = new_run($message, $message->{stream} ? $tell : undef);
        # Where the library never rested, or a timer is due, what it owes an earlier run may come by itself.
        $run->{is_first_cause} = !$is_bounded && !($adapter->{busy} && $adapter->{busy}->('inf'));
        my $answer = perform_program();
        undef $performed;
        release();
        write_line($answer);
        $run->{written} = sub ($event, $objects) {
            my $is_set_off = $performed && $performed->{is_first_cause} && $performed->{has_entered};
            write_line(qq({"late":$number,"event":$event) . ($is_set_off ? qq(,"during":$performed->{number}}) : '}'));
        };
    }
    my $end = Time::HiRes::time() + LINGER;
    while ($run && $adapter->{busy} && $adapter->{busy}->(LINGER) && Time::HiRes::time() < $end) {
        turn();
    }
    POSIX::_exit(0);
}

main() unless caller;
