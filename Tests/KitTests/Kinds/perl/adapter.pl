# The promise of the example, with one fault that only one kind of value, function, exception or thenable shows.

use strict;
use warnings;
use File::Basename ();
use Scalar::Util qw(blessed reftype);

my $path = File::Basename::dirname(__FILE__) . '/../../../../adapters/kits/perl/example/adapter.pl';
my $adapter = do $path or die $@ || $!;

my $settle = Example::Promise->can('settle');
my $resolve = Example::Promise->can('resolve');

# Each replaces a method of the promise.
my %faults = (
    'exception is tested' => {
        attempt => sub {
            my $result = eval { $_[1]->() };
            return $@ ? (0, $@) : (1, $result);
        },
    },
    'exception is read twice' => {
        attempt => sub {
            my $result;
            return (1, $result) if eval { $result = $_[1]->(); 1 };
            return $@ ? (0, $@) : (0, 'unknown');
        },
    },
    'exception is matched' => {
        attempt => sub {
            my $result;
            return (1, $result) if eval { $result = $_[1]->(); 1 };
            my $error = $@;
            return (0, $error =~ /^timeout/ ? 'timeout' : $error);
        },
    },
    'exception is passed on' => {
        attempt => sub {
            my $result;
            return (1, $result) if eval { eval { $result = $_[1]->(); 1 } or die; 1 };
            return (0, $@);
        },
    },
    'exception has no line end' => {
        attempt => sub {
            my $result;
            return (1, $result) if eval { $result = $_[1]->(); 1 };
            chomp(my $error = $@);
            return (0, ref $@ ? $@ : $error);
        },
    },
    'exception is an object or a text' => {
        settle => sub { $settle->(@_[0, 1], $_[1] ne 'rejected' || ref $_[2] ? $_[2] : "$_[2]") },
    },
    'reason is tested' => { settle => sub { $settle->(@_[0, 1], $_[1] eq 'rejected' ? $_[2] || 'unknown' : $_[2]) } },
    'reason is called' => {
        settle => sub { $settle->(@_[0, 1], $_[1] eq 'rejected' && ref $_[2] eq 'CODE' ? $_[2]->() : $_[2]) },
    },
    'reason is a list' => {
        settle => sub { $settle->(@_[0, 1], $_[1] eq 'rejected' && ref $_[2] eq 'ARRAY' ? $_[2][0] : $_[2]) },
    },
    'value is compared' => {
        resolve => sub {
            my ($self, $value) = @_;
            return $self->settle(rejected => Example::TypeError->new) if defined $value && $value eq $self;
            return $self->$resolve($value);
        },
    },
    'value is tested' => { settle => sub { $settle->(@_[0, 1], $_[1] eq 'fulfilled' ? $_[2] || undef : $_[2]) } },
    'value is printed' => { settle => sub { $_[0]{text} = "$_[1]: " . ($_[2] // ''); $settle->(@_) } },
    'value is a list' => { resolve => sub { $resolve->($_[0], ref $_[1] eq 'ARRAY' ? @{ $_[1] } : $_[1]) } },
    'value is dereferenced' => {
        resolve => sub {
            my ($self, $value) = @_;
            $resolve->($self, blessed $value ? eval { $value->[0] } // $value : $value);
        },
    },
    'value is called' => { resolve => sub { $resolve->($_[0], ref $_[1] eq 'CODE' ? $_[1]->() : $_[1]) } },
    'value has a key' => {
        resolve => sub {
            my ($self, $value) = @_;
            $value->{promise} = 1 if ref $value eq 'HASH';
            $resolve->($self, $value);
        },
    },
    'value is a class' => {
        is_thenable => sub { my $value = $_[1]; defined $value && eval { $value->can('then') } },
    },
    'handler is code' => { is_handler => sub { ref $_[1] eq 'CODE' } },
    'handler is code of any class' => { is_handler => sub { (reftype($_[1]) // '') eq 'CODE' } },
    'handler is tested' => {
        is_handler => sub { $_[1] && (reftype($_[1]) eq 'CODE' || overload::Method($_[1], '&{}')) },
    },
    'handler is defined' => { is_handler => sub { ref $_[1] && defined &{ $_[1] } } },
    'handler is asked for then' => { is_handler => sub { ref $_[1] && !(blessed $_[1] && $_[1]->can('then')) } },
    'handler gets the value itself' => {
        call => sub { my ($self, $handler) = @_; $handler->($self->{settled}[1]) },
    },
    'thenable is tested' => { is_thenable => sub { blessed $_[1] && $_[1] && $_[1]->can('then') } },
    'thenable is a hash' => {
        is_thenable => sub { blessed $_[1] && reftype $_[1] eq 'HASH' && $_[1]->can('then') },
    },
    'thenable has a class with then' => {
        is_thenable => sub { no strict 'refs'; blessed $_[1] && defined &{ blessed($_[1]) . '::then' } },
    },
    'thenable has defined then' => {
        is_thenable => sub { my $then = blessed $_[1] && $_[1]->can('then'); $then && defined &$then },
    },
);

if (defined(my $name = $ENV{APLUS_FAULT})) {
    my $methods = $faults{$name} // die "no such fault: $name\n";
    no strict 'refs';
    no warnings 'redefine';
    *{"Example::Promise::$_"} = $methods->{$_} for keys %$methods;
}
$adapter;
