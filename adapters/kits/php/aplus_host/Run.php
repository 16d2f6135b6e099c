<?php

declare(strict_types=1);

namespace AplusHost;

use Throwable;

/** The performance of one program. */
final class Run
{
    public Recorder $recorder;
    public Names $names;
    public array $program;
    /** Functions that all registrations share, by name. */
    public array $shared = [];
    /** The functions that settle each promise, by the promise's object id. */
    public array $settlers = [];
    /** The first pair of resolvers that each thenable got, by the thenable's object id. */
    public array $firstPairs = [];
    public array $idleBlocks = [];
    public array $turns = [];
    private array $thrown = [];
    private int $number;
    private float $patience;
    private Clock $clock;
    /** When a library that still computes is given up. */
    private float $end;

    public function __construct(public Adapter $adapter, private Wire $wire, array $message)
    {
        $this->number = $message['run'];
        $this->program = $message['program'];
        $this->patience = $message['patience'] ?? USUAL_PATIENCE;
        $this->clock = new Clock($this->patience);
        $this->end = PATIENCE_WHILE_COMPUTING * $this->patience;
        $collects = in_array('probe', $this->program['uses'], true);
        // PHP has only null. The trace writes it as null if the program uses that, else as undefined.
        $nothing = in_array('null', $this->program['uses'], true) ? null : ['is' => 'undefined'];
        $send = fn ($event, $objects) => $wire->write("{\"run\":$this->number,\"event\":$event$objects}");
        $written = ($message['stream'] ?? false) ? $send : null;
        $overrun = function () {
            $this->answer($this->trace('overrun'));
            // The library may never stop.
            exit(0);
        };
        $limit = $message['limit'] ?? PHP_INT_MAX;
        $this->recorder = new Recorder($adapter, $collects, $nothing, $written, $limit, $overrun);
        $this->names = new Names($this->recorder, $collects);
    }

    /** Performs all rounds and writes the trace. Events that follow are late. */
    public function performAll(): void
    {
        for ($round = 0; $round < ($this->program['rounds'] ?? 1); $round += 1) {
            $this->beginRound($round);
            guarded(fn () => $this->perform($this->program['steps'], new Context()));
            $this->phases();
        }
        $trace = $this->trace('quiet');
        $this->release();
        $this->answer($trace);
        $this->recorder->finish(fn ($event) => $this->wire->write("{\"late\":$this->number,\"event\":$event}"));
    }

    private function trace(string $ending, ?Activity $activity = null): string
    {
        $events = implode(',', $this->recorder->events);
        $objects = text($this->recorder->objects);
        $head = '{"trace":"aplus-trace/1","ending":"' . $ending . '"';
        if ($activity !== null) {
            $head .= ',"computing":' . $activity->description();
        }
        return $head . ',"objects":' . $objects . ',"events":[' . $events . ']}';
    }

    private function answer(string $trace): void
    {
        $this->wire->write("{\"run\":$this->number,\"trace\":$trace}");
    }

    /**
     * Releases all objects before the trace is written: if freeing its promises crashes the library, it crashes in this
     * run and not in the next. Events that promises cause meanwhile are dropped; those that follow are late.
     */
    private function release(): void
    {
        $this->recorder->written = null;
        $this->beginRound(0);
        Host::free($this->recorder->release(...));
        Host::free(gc_collect_cycles(...));
    }

    /** Starts a round with new names, closures and blocks. */
    private function beginRound(int $round): void
    {
        $this->recorder->round = $round;
        Host::free(function () {
            $this->shared = $this->settlers = $this->firstPairs = $this->thrown = [];
            $this->names->clear();
            $this->idleBlocks = $this->turns = [];
        });
    }

    /** Performs idle blocks, one per phase, until none is left. */
    private function phases(): void
    {
        do {
            $this->recorder->note(['e' => 'phase', 'strength' => $this->awaitQuiescence()]);
            $block = array_shift($this->idleBlocks);
            if ($block !== null) {
                guarded($block);
            }
        } while ($block !== null);
    }

    /** Lets turns and the library run until nothing can run; returns the strength of the evidence. */
    private function awaitQuiescence(): string
    {
        [$since, $seen] = [$this->clock->now(), $this->recorder->count];
        [$activity, $drains] = [new Activity(), 0];
        // Jobs that the library has queued may run before or after a turn. Here they run before it.
        while (($hasRun = $this->drain()) || $this->turns !== []) {
            if (!$hasRun) {
                guarded(array_shift($this->turns));
            }
            $now = $this->clock->now();
            if ($seen !== $this->recorder->count) {
                [$since, $seen, $drains] = [$now, $this->recorder->count, 0];
            }
            $drains += 1;
            $isComputing = $activity->isComputing($this->recorder->count) && $drains <= FRUITLESS_DRAINS;
            if ($isComputing) {
                $since = $now;
            }
            $silence = $isComputing ? 1000 * $activity->elapsed : $now - $since;
            // A library may run so long without an event.
            if ($this->turns === [] && $silence > $this->patience + PATIENCE_PER_EVENT * $seen) {
                if (!$isComputing) {
                    return 'bounded';
                }
                if ($now > $this->end) {
                    $this->answer($this->trace('running', $activity));
                    exit(0);
                }
            }
        }
        return 'proved';
    }

    /** Runs the library's own queue; returns whether there was something in it. */
    private function drain(): bool
    {
        try {
            return $this->adapter->drain();
        } catch (Throwable $error) {
            Host::uncaught($error);
            return true;
        }
    }

    /** Performs steps one after another; returns what a resolver threw, which ends them, as an exception would. */
    public function perform(array $steps, Context $context): ?Throwable
    {
        foreach ($steps as $step) {
            $thrown = performer($step['verb'])($this, $step, $context);
            if ($thrown !== null) {
                return $thrown;
            }
        }
        return null;
    }

    /** Numbers a pair of resolvers that a thenable got. The thenable's name refers to its first pair. */
    public function takePair(object $subject, array $arguments): array
    {
        $number = $this->recorder->pairs += 1;
        $pair = ['number' => $number, 'resolve' => $arguments[0] ?? null, 'reject' => $arguments[1] ?? null];
        $this->firstPairs[spl_object_id($subject)] ??= $pair;
        return $pair;
    }

    /** A value in a form that PHP can throw; always the same object for the same object. */
    public function reason(mixed $value): Throwable
    {
        if ($value instanceof Throwable) {
            return $value;
        }
        return is_object($value) ? $this->thrown[spl_object_id($value)] ??= new Thrown($value) : new Thrown($value);
    }
}
