package Host::Start;

# Loads the library, and performs runs until the input ends.

use v5.26;
use warnings;
use experimental 'signatures';
use Getopt::Long ();
use Host::Adapter ();
use Host::Constants qw(FATAL_EXIT_STATUS LINGER_MILLISECONDS);
use Host::Escapes ();
use Host::Run ();
use Host::State ();
use Host::Wire qw(encode read_message write_line);
use POSIX ();
use Time::HiRes ();

# The run whose trace is not written yet.
my $performed;

sub main () {
    Host::Wire::open_wire();
    Host::Escapes::watch_destructors();
    my %given;
    Getopt::Long::GetOptions(\%given, 'name=s', 'library=s') or POSIX::_exit(64);
    if (!eval { Host::Adapter::load($ARGV[0] // die("no adapter file is given\n"), %given); 1 }) {
        write_line(encode({ fatal => "$@" }));
        POSIX::_exit(FATAL_EXIT_STATUS);
    }
    write_line(encode(Host::Adapter::hello()));
    while (my $message = read_message()) {
        serve($message);
    }
    linger();
    POSIX::_exit(0);
}

# Performs a run and answers it. Events that follow are late.
sub serve ($message) {
    my $number = $message->{run};
    my $send = sub ($event, $objects) {
        write_line(qq({"run":$number,"event":$event) . ($objects eq '' ? '}' : qq(,"objects":{$objects}})));
    };
    my $is_bounded = $Host::run && $Host::run->{strength} eq 'bounded';
    $Host::run = $performed = Host::Run::new_run($message, $message->{stream} ? $send : undef);
    # If the library did not come to rest, or a timer is due, late events of earlier runs need no cause in this run.
    $Host::run->{is_first_cause} = !$is_bounded && !($Host::adapter->{busy} && $Host::adapter->{busy}->('inf'));
    my $answer = Host::Run::perform_program();
    undef $performed;
    Host::Run::release();
    write_line($answer);
    $Host::run->{written} = sub ($event, $objects) {
        my $is_set_off = $performed && $performed->{is_first_cause} && $performed->{has_entered};
        write_line(qq({"late":$number,"event":$event) . ($is_set_off ? qq(,"during":$performed->{number}}) : '}'));
    };
}

# Waits a while for late events.
sub linger () {
    my $seconds = LINGER_MILLISECONDS / 1000;
    my $end = Time::HiRes::time() + $seconds;
    1 while $Host::run && Time::HiRes::time() < $end && Host::Run::drain($seconds);
}

1;
