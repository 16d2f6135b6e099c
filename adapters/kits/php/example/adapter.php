<?php
// A conforming promise with a queue of jobs. The tests of the host use it.

class ExamplePromise
{
    public static array $jobs = [];
    protected ?array $settled = null;
    private array $reactions = [];

    /** A pair of functions, of which only the first call takes effect. */
    public function resolvers(): array
    {
        $isOpen = true;
        $once = function (Closure $settle) use (&$isOpen) {
            return function (mixed $value = null) use ($settle, &$isOpen) {
                if ($isOpen) {
                    $isOpen = false;
                    $settle($value);
                }
            };
        };
        return [$once($this->resolve(...)), $once(fn ($reason) => $this->settle('rejected', $reason))];
    }

    protected function resolve(mixed $value): void
    {
        if ($value === $this) {
            $this->settle('rejected', new TypeError('a promise cannot be resolved with itself'));
        } elseif (!$this->isThenable($value)) {
            $this->settle('fulfilled', $value);
        } else {
            self::$jobs[] = function () use ($value) {
                [$resolve, $reject] = $this->resolvers();
                try {
                    $value->then($resolve, $reject);
                } catch (Throwable $reason) {
                    $reject($reason);
                }
            };
        }
    }

    /** An object whose class is missing throws if it is asked for a method. */
    protected function isThenable(mixed $value): bool
    {
        return is_object($value) && !$value instanceof __PHP_Incomplete_Class && method_exists($value, 'then');
    }

    protected function settle(string $state, mixed $value): void
    {
        $this->settled = [$state, $value];
        array_push(self::$jobs, ...$this->reactions);
        $this->reactions = [];
    }

    protected function isHandler(mixed $handler): bool
    {
        return is_callable($handler);
    }

    /** Calls a handler with a copy of the value, because it may take its argument by reference. */
    protected function call(mixed $handler, mixed $value): mixed
    {
        return $handler($value);
    }

    public function then(mixed $onFulfilled = null, mixed $onRejected = null): static
    {
        $derived = new static();
        $react = function () use ($onFulfilled, $onRejected, $derived) {
            [$state, $value] = $this->settled;
            $handler = $state === 'fulfilled' ? $onFulfilled : $onRejected;
            if (!$this->isHandler($handler)) {
                $derived->settle($state, $value);
                return;
            }
            try {
                $result = $this->call($handler, $value);
            } catch (Throwable $reason) {
                $derived->settle('rejected', $reason);
                return;
            }
            $derived->resolve($result);
        };
        if ($this->settled === null) {
            $this->reactions[] = $react;
        } else {
            self::$jobs[] = $react;
        }
        return $derived;
    }
}

return [
    'library' => 'a conforming promise', 'version' => '1',
    'deferred' => function () {
        $promise = new ExamplePromise();
        return [$promise, ...$promise->resolvers()];
    },
    'drain' => function () {
        $job = array_shift(ExamplePromise::$jobs);
        $job === null || $job();
        return $job !== null;
    },
    'capabilities' => ['nonfunctions'],
];
