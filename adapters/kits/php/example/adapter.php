<?php
// A conforming promise with a queue of jobs. The tests of the host use it.

final class ExamplePromise
{
    public static array $jobs = [];
    private ?array $settled = null;
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

    private function resolve(mixed $value): void
    {
        if ($value === $this) {
            $this->settle('rejected', new TypeError('a promise cannot be resolved with itself'));
        } elseif (!is_object($value) || !method_exists($value, 'then')) {
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

    private function settle(string $state, mixed $value): void
    {
        $this->settled = [$state, $value];
        array_push(self::$jobs, ...$this->reactions);
        $this->reactions = [];
    }

    public function then(mixed $onFulfilled = null, mixed $onRejected = null): self
    {
        $derived = new self();
        $react = function () use ($onFulfilled, $onRejected, $derived) {
            [$state, $value] = $this->settled;
            $handler = $state === 'fulfilled' ? $onFulfilled : $onRejected;
            if (!$handler instanceof Closure) {
                $derived->settle($state, $value);
                return;
            }
            try {
                $result = $handler($value);
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
