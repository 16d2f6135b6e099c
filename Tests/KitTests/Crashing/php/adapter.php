<?php
// A small promise whose process ends somewhere: `APLUS_CRASH` names the place.
//
// In the library: `then` (an exit), `nested` (a `then` that a handler calls: a segmentation fault), `throw` (an exit on what a
// handler throws), `stack` (a `then` that calls itself forever), `memory` (a `then` that takes all there is), `job` (a job that
// throws), `fatal` (a job that nothing can catch). Elsewhere: `load`, `make`, `queue` (a job of no promise), `kill` (a `then` in
// which somebody else ends the process).
//
// The process goes on: `pause` (a settlement of four reactions, after which the process is stopped for a while).

/** Ends the process where the place is the one that is asked for. */
function crash(string $place): void
{
    if (getenv('APLUS_CRASH') === $place) {
        exit(3);
    }
}

/** Stops the process for longer than the host waits for a library. */
function pause(): void
{
    exec('kill -STOP $PPID; sleep $APLUS_PAUSE; kill -CONT $PPID');
}

final class Crashing
{
    public static array $jobs = [];
    private static bool $isHandling = false;
    private array $reactions = [];
    private ?bool $isFulfilled = null;
    private mixed $value = null;

    public function settle(bool $isFulfilled, mixed $value): void
    {
        if ($this->isFulfilled !== null) {
            return;
        }
        [$this->isFulfilled, $this->value] = [$isFulfilled, $value];
        // No smoke program has so many.
        if (getenv('APLUS_CRASH') === 'pause' && count($this->reactions) === 4) {
            $nap = fn () => usleep(20_000);
            array_push(self::$jobs, $nap, $nap, $nap, $nap, pause(...), ...array_fill(0, 20, $nap));
        }
        array_push(self::$jobs, ...$this->reactions);
        $this->reactions = [];
        self::$jobs[] = function () {
            crash('queue');
            match (getenv('APLUS_CRASH')) {
                'job' => throw new Exception('a job that fails'),
                'fatal' => trigger_error('a job that ends the process', E_USER_ERROR),
                default => null,
            };
        };
    }

    private function follow(mixed $result): void
    {
        if ($result === $this) {
            $this->settle(false, new TypeError('a promise that waits for itself'));
        } elseif ($result instanceof self) {
            $result->react(fn () => $this->settle($result->isFulfilled, $result->value));
        } else {
            $this->settle(true, $result);
        }
    }

    private function react(Closure $reaction): void
    {
        if ($this->isFulfilled === null) {
            $this->reactions[] = $reaction;
        } else {
            self::$jobs[] = $reaction;
        }
    }

    public function then(?Closure $onFulfilled = null, ?Closure $onRejected = null): self
    {
        crash('then');
        match (getenv('APLUS_CRASH')) {
            'nested' => self::$isHandling && posix_kill(getmypid(), 11),
            'kill' => posix_kill(getmypid(), 9),
            // By way of the interpreter, whose own stack ends first.
            'stack' => array_map($this->then(...), [$onFulfilled]),
            'memory' => str_repeat('x', PHP_INT_MAX >> 1),
            default => null,
        };
        $derived = new self();
        $this->react(function () use ($derived, $onFulfilled, $onRejected) {
            $handler = $this->isFulfilled ? $onFulfilled : $onRejected;
            if ($handler === null) {
                $derived->settle($this->isFulfilled, $this->value);
                return;
            }
            self::$isHandling = true;
            try {
                $result = $handler($this->value);
            } catch (Throwable $reason) {
                crash('throw');
                $derived->settle(false, $reason);
                return;
            } finally {
                self::$isHandling = false;
            }
            $derived->follow($result);
        });
        return $derived;
    }
}

crash('load');

return [
    'library' => 'a promise that crashes', 'version' => '1',
    'deferred' => function () {
        crash('make');
        $promise = new Crashing();
        return [$promise, fn ($value = null) => $promise->settle(true, $value), fn ($reason) => $promise->settle(false, $reason)];
    },
    'drain' => function () {
        $job = array_shift(Crashing::$jobs);
        $job === null || $job();
        return $job !== null;
    },
    'capabilities' => ['-adopting-resolve', '-thenables'],
];
