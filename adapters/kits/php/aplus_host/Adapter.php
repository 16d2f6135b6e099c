<?php

declare(strict_types=1);

namespace AplusHost;

use Closure;
use Exception;
use Throwable;

/** A fault in an adapter file. Its message is enough for the user, without the stack. */
final class AdapterFault extends Exception
{
}

/** The entry points of a library: the array that an adapter file returns, with defaults for absent keys. */
final class Adapter
{
    public string $name;
    private array $entries;

    public function __construct(string $path, array $given)
    {
        if (!is_file($path)) {
            throw new AdapterFault('there is no adapter file ' . getcwd() . "/$path, which the command names");
        }
        $this->entries = self::checked(require realpath($path), $path);
        $this->checkDrain($path);
        $this->name = $given['name'] ?? pathinfo($path, PATHINFO_FILENAME);
        $this->entries['library'] = $given['library'] ?? $this->entries['library'] ?? $this->name;
    }

    public function deferred(): array
    {
        return $this->entries['deferred']();
    }

    public function then(object $promise, mixed ...$handlers): mixed
    {
        return isset($this->entries['then'])
            ? $this->entries['then']($promise, ...$handlers)
            : $promise->then(...$handlers);
    }

    public function cancel(object $promise, mixed ...$reasons): mixed
    {
        return $this->entries['cancel']($promise, ...$reasons);
    }

    public function combine(string $kind, array $members, array $options): mixed
    {
        return $this->entries['combinators'][$kind]($members, $options);
    }

    /** The function that makes a promise in a state at once; null if the library has none. */
    public function ready(string $state): ?Closure
    {
        $hasBoth = isset($this->entries['resolved'], $this->entries['rejected']);
        return $hasBoth ? $this->entries[$state === 'rejected' ? 'rejected' : 'resolved'] : null;
    }

    /** Runs the library's own queue; returns whether there was something in it. */
    public function drain(): bool
    {
        return isset($this->entries['drain']) && $this->entries['drain']() === true;
    }

    /** The reason inside an error that the library wraps around it. */
    public function unwrap(Throwable $error): mixed
    {
        return isset($this->entries['unwrap']) ? $this->entries['unwrap']($error) : $error;
    }

    /** The reasons in the library's error of several; null for any other error. */
    public function reasons(Throwable $error): ?array
    {
        return isset($this->entries['reasons']) ? $this->entries['reasons']($error) : null;
    }

    /** Whether this is the library's own error for a promise that is resolved with itself. */
    public function isSelfResolution(Throwable $error): bool
    {
        return isset($this->entries['isSelfResolution']) && $this->entries['isSelfResolution']($error);
    }

    /** Whether a reason is the library's own cancellation or timeout, as members of a description. */
    public function judged(object $reason): array
    {
        $words = ['cancelled' => 'isCancellation', 'timedOut' => 'isTimeout'];
        $yes = array_filter($words, fn ($entry) => isset($this->entries[$entry]) && $this->entries[$entry]($reason));
        return array_map(fn () => true, $yes);
    }

    public function hello(): array
    {
        return [
            'hello' => 'aplus-host/1', 'adapter' => $this->name, 'language' => 'php',
            'library' => $this->entries['library'], 'version' => $this->entries['version'] ?? 'unknown',
            'capabilities' => $this->capabilities(), 'quiescence' => 'proved',
        ];
    }

    /** Rejects an adapter that reports work before there is a promise: no wait for it would end. */
    private function checkDrain(string $path): void
    {
        for ($count = 0; $this->drain(); $count += 1) {
            if ($count === EMPTY_DRAINS) {
                throw new AdapterFault("$path: drain returned true $count times in a row before there was a promise; "
                    . "it must return false when the library's queue is empty");
            }
        }
    }

    /** Rejects an adapter with unknown or missing keys. */
    private static function checked(mixed $entries, string $path): array
    {
        if (!is_array($entries)) {
            throw new AdapterFault("$path: returned " . get_debug_type($entries) . ', expected an array');
        }
        foreach (array_keys($entries) as $key) {
            if (!in_array($key, ADAPTER_WORDS, true)) {
                $distances = array_map(fn ($word) => self::distance(self::plain("$key"), self::plain($word)), ADAPTER_WORDS);
                $near = ADAPTER_WORDS[array_search(min($distances), $distances, true)];
                $hint = min($distances) <= 2 ? "; did you mean $near?" : '';
                throw new AdapterFault("$path: found $key, expected one of " . implode(', ', ADAPTER_WORDS) . $hint);
            }
        }
        $hasOtherSubject = array_intersect($entries['capabilities'] ?? [], OTHER_SUBJECTS) !== [];
        return isset($entries['deferred']) || $hasOtherSubject
            ? $entries
            : throw new AdapterFault("$path: found no deferred, which every adapter for promises has");
    }

    /** A name without the convention of its language. */
    private static function plain(string $name): string
    {
        return strtolower(str_replace('_', '', $name));
    }

    /** The number of letters in which two words differ; two swapped letters count as one. */
    private static function distance(string $one, string $other): int
    {
        $rows = [range(0, strlen($other))];
        for ($place = 1; $place <= strlen($one); $place += 1) {
            $rows[$place] = [$place];
            for ($column = 1; $column <= strlen($other); $column += 1) {
                $change = $one[$place - 1] === $other[$column - 1] ? 0 : 1;
                $ways = [
                    $rows[$place - 1][$column] + 1, $rows[$place][$column - 1] + 1,
                    $rows[$place - 1][$column - 1] + $change,
                ];
                $hasTwo = $place > 1 && $column > 1;
                if ($hasTwo && substr($one, $place - 2, 2) === strrev(substr($other, $column - 2, 2))) {
                    $ways[] = $rows[$place - 2][$column - 2] + 1;
                }
                $rows[$place][$column] = min($ways);
            }
        }
        return $rows[strlen($one)][strlen($other)];
    }

    /** The capabilities that follow from the file, corrected by `capabilities`: `word` adds, `-word` removes one. */
    private function capabilities(): array
    {
        $promised = ['promises', 'thenables', 'adopting-resolve'];
        $words = ['collect', 'kinds:php', ...(isset($this->entries['deferred']) ? $promised : [])];
        if ($this->ready('resolved') !== null) {
            $words[] = 'ready-made';
        }
        if (isset($this->entries['cancel'])) {
            $words[] = 'cancellation';
        }
        if (isset($this->entries['combinators'])) {
            $words[] = 'combinators:' . implode(',', array_keys($this->entries['combinators']));
        }
        foreach ($this->entries['capabilities'] ?? [] as $word) {
            $words = $word[0] === '-' ? array_diff($words, [substr($word, 1)]) : [...$words, $word];
        }
        return array_values($words);
    }
}
