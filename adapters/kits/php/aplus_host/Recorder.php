<?php

declare(strict_types=1);

namespace AplusHost;

use Closure;
use Throwable;
use WeakReference;

/** Numbers the events, frames and identities of one run. */
final class Recorder
{
    /** As JSON, which takes a tenth of the memory of arrays. */
    public array $events = [];
    public array $objects = [];
    public int $round = 0;
    public int $count = 0;
    public int $registrations = 0;
    public int $pairs = 0;
    private int $frames = 0;
    private int $open = 0;
    private array $identities = [];
    /** The arrays that have an identity, each as a pair of that and the array. */
    private array $arrays = [];
    /** Descriptions that are new or have changed since the last event was sent, by identity. */
    private array $changed = [];
    private bool $isOver = false;

    /** Records up to `$limit` events. At the next one, `$overrun` is called, which ends the process. */
    public function __construct(
        private Adapter $adapter,
        private bool $weakly,
        private mixed $nothing,
        public ?Closure $written,
        private int $limit,
        private Closure $overrun,
    ) {
    }

    /** From now on, passes all events on, without a limit. */
    public function finish(Closure $written): void
    {
        $this->limit = PHP_INT_MAX;
        $this->written = $written;
    }

    public function note(array $event, array $indices = []): void
    {
        if ($this->isOver) {
            return;
        }
        if ($this->count >= $this->limit) {
            // Destructors that run at the end of the process may call user code.
            $this->isOver = true;
            ($this->overrun)();
        }
        $this->count += 1;
        $record = ['n' => $this->count, 's' => 0] + $event;
        if ($indices !== []) {
            $record['i'] = $indices;
        }
        if ($this->round > 0) {
            $record['r'] = $this->round;
        }
        $event = text($record);
        $this->events[] = $event;
        if ($this->written !== null) {
            ($this->written)($event, $this->changed === [] ? '' : ',"objects":' . text((object) $this->changed));
            $this->changed = [];
        }
    }

    /** Whether any frame has not ended yet. */
    public function isOpen(): bool
    {
        return $this->open > 0;
    }

    public function begin(array $fields, array $indices): int
    {
        $this->frames += 1;
        $this->open += 1;
        $this->note(['e' => 'begin', 'f' => $this->frames] + $fields, $indices);
        return $this->frames;
    }

    public function end(int $frame, array $result, array $indices): void
    {
        $this->note(['e' => 'end', 'f' => $frame] + $result, $indices);
        $this->open -= 1;
    }

    /** Drops all references to objects. */
    public function release(): void
    {
        $this->events = $this->objects = $this->identities = $this->arrays = [];
    }

    /** Gives an object or array an identity, unless it has one, and returns it. */
    public function introduce(object|array $value, array $description): object|array
    {
        if ($this->known($value) !== null) {
            return $value;
        }
        if (is_array($value)) {
            $this->arrays[] = [$this->enter($description), $value];
        } else {
            $keeper = $this->weakly ? WeakReference::create($value) : $value;
            $this->identities[spl_object_id($value)] = [$this->enter($description), $keeper];
        }
        return $value;
    }

    /** Keeps the identity of an object without keeping the object alive. */
    public function forget(object $value): void
    {
        $index = $this->known($value);
        if ($index !== null) {
            $this->identities[spl_object_id($value)] = [$index, WeakReference::create($value)];
        }
    }

    public function name(mixed $value, string $name): void
    {
        $index = is_object($value) ? $this->reference($value)['ref'] ?? null : null;
        $index ??= is_array($value) ? $this->known($value) : null;
        if ($index !== null && !in_array($name, $this->objects[$index]['names'] ?? [], true)) {
            $this->objects[$index]['names'][] = $name;
            $this->change($index);
        }
    }

    /** A value as a trace writes it. */
    public function reference(mixed $value): mixed
    {
        if ($value instanceof Throwable && $this->known($value) === null) {
            $value = $this->adapter->unwrap($value);
        }
        if ($value instanceof Thrown) {
            $value = $value->value;
        }
        return match (true) {
            $value === null => $this->nothing,
            is_bool($value) => $value,
            is_int($value) => abs($value) < EXACT_INTEGER_LIMIT ? $value : ['bigint' => "$value"],
            is_float($value) => self::numeral($value),
            is_string($value) => ['text' => self::shortened($value)],
            is_array($value) => ['ref' => $this->known($value) ?? $this->meetArray($value)],
            is_object($value) => ['ref' => $this->known($value) ?? $this->meet($value)],
            default => ['text' => gettype($value) . ' ' . get_resource_id($value)],
        };
    }

    /** Like `reference`, for the promise that a library call returned. */
    public function promiseReference(mixed $value): mixed
    {
        if (is_object($value) && method_exists($value, 'then')) {
            $this->introduce($value, ['kind' => 'promise', 'thenable' => true]);
        }
        return $this->reference($value);
    }

    /** The identity of an object or array; null if it has none. Equal arrays are the same, because they are values. */
    private function known(object|array $value): ?int
    {
        if (is_array($value)) {
            foreach ($this->arrays as [$index, $known]) {
                if ($known === $value) {
                    return $index;
                }
            }
            return null;
        }
        [$index, $keeper] = $this->identities[spl_object_id($value)] ?? [null, null];
        // The value may be a weak reference itself.
        $isSame = $keeper === $value || $keeper instanceof WeakReference && $keeper->get() === $value;
        return $isSame ? $index : null;
    }

    private function enter(array $description): int
    {
        if ($this->round > 0) {
            $description['round'] = $this->round;
        }
        $this->objects[] = $description;
        $this->change(count($this->objects) - 1);
        return count($this->objects) - 1;
    }

    /** Marks an object's description to be sent with the next event. */
    private function change(int $index): void
    {
        if ($this->written !== null) {
            $this->changed[$index] = $this->objects[$index];
        }
    }

    /** Gives an object that came from the library an identity. */
    private function meet(object $value): int
    {
        $class = self::shortened($value::class);
        $description = match (true) {
            $value instanceof Throwable => [
                'kind' => 'error',
                'class' => $this->adapter->isSelfResolution($value) ? 'TypeError' : $class,
                'message' => self::shortened($value->getMessage()),
                ...$this->reasons($value),
            ],
            $value instanceof Closure => ['kind' => 'function'],
            method_exists($value, 'then') => ['kind' => 'promise'],
            default => ['kind' => 'object', 'class' => $class],
        };
        $this->introduce($value, $description + ['foreign' => true] + $this->adapter->judged($value));
        return $this->known($value);
    }

    /** Gives an array of the library a new identity each time. The judge compares the elements. */
    private function meetArray(array $value): int
    {
        $outcome = self::outcome($value);
        if ($outcome !== null) {
            [$word, $content] = $outcome;
            $items = [$this->reference($content)];
            return $this->enter(['kind' => 'object', 'outcome' => $word, 'foreign' => true, 'items' => $items]);
        }
        return $this->enter(['kind' => 'list', 'foreign' => true, 'items' => $this->references($value)]);
    }

    /** How a member settled, and with what, if the array is an element of what `allSettled` gives; null for any other. */
    private static function outcome(array $value): ?array
    {
        $word = $value['status'] ?? $value['state'] ?? null;
        $key = match ($word) {
            'fulfilled' => 'value',
            'rejected' => 'reason',
            default => null,
        };
        return $key !== null && count($value) === 2 && array_key_exists($key, $value) ? [$word, $value[$key]] : null;
    }

    /** The reasons that an error of several holds, as a member of its description. */
    private function reasons(Throwable $error): array
    {
        $reasons = $this->adapter->reasons($error);
        return $reasons === null ? [] : ['items' => $this->references($reasons)];
    }

    private function references(array $values): array
    {
        return array_map($this->reference(...), array_values($values));
    }

    private static function numeral(float $number): mixed
    {
        return match (true) {
            is_nan($number) => ['is' => 'NaN'],
            is_infinite($number) => ['is' => $number > 0 ? 'Infinity' : '-Infinity'],
            $number === 0.0 && fdiv(1, $number) < 0 => ['is' => '-0'],
            default => $number,
        };
    }

    private static function shortened(string $text): string
    {
        return substr($text, 0, LONGEST_TEXT);
    }
}
