<?php

declare(strict_types=1);

namespace AplusHost;

use WeakReference;

/** The names of a round and their values. */
final class Names
{
    private array $values = [];
    /** Weak references to all values that a name was bound to, for `probe`. */
    private array $watched = [];

    /** With `$collects`, keeps weak references to values, for `probe`. */
    public function __construct(private Recorder $recorder, private bool $collects)
    {
    }

    public function clear(): void
    {
        $this->watched = [];
        $this->values = [];
    }

    public function bind(string $written, mixed $value, Context $context): void
    {
        $name = $context->name($written);
        $this->values[$name] = $value;
        $this->recorder->name($value, $written);
        $this->watch($name, $value);
    }

    /** The object that a name is bound to; null if there is none. */
    public function find(string $written, Context $context): ?object
    {
        $value = $this->values[$context->name($written)] ?? null;
        return is_object($value) ? $value : null;
    }

    /** The same; if there is none, records that the step does nothing. */
    public function bound(string $written, Context $context): ?object
    {
        $value = $this->find($written, $context);
        if ($value === null) {
            $this->unbound($written, $context);
        }
        return $value;
    }

    /** The value of a name, or the mark UNBOUND. Marks are made on first use. */
    public function lookUp(string $written, Context $context): mixed
    {
        $name = $context->name($written);
        if (ctype_upper($written[0])) {
            return $this->mark($written, $name);
        }
        if (array_key_exists($name, $this->values)) {
            return $this->values[$name];
        }
        $this->unbound($written, $context);
        return $this->mark('UNBOUND');
    }

    public function mark(string $written, ?string $name = null): object
    {
        $name ??= $written;
        if (!isset($this->values[$name])) {
            $this->values[$name] = $this->recorder->introduce(new Mark(), ['kind' => 'mark', 'names' => [$written]]);
            $this->watch($name, $this->values[$name]);
        }
        return $this->values[$name];
    }

    /** Whether a value stands for a promise that could not be made because the library threw. */
    public function isMissing(mixed $value): bool
    {
        return $value === ($this->values['UNBOUND'] ?? null);
    }

    public function unbound(string $name, Context $context): void
    {
        $step = $context->step === null ? [] : ['step' => $context->step];
        $this->recorder->note(['e' => 'unbound', 'name' => $name] + $step, $context->indices);
    }

    public function drop(string $written, Context $context): void
    {
        unset($this->values[$context->name($written)]);
    }

    public function watch(string $name, mixed $value): void
    {
        if ($this->collects && is_object($value)) {
            $this->watched[$name][] = WeakReference::create($value);
        }
    }

    /** Whether all values that a name was bound to have been freed. */
    public function isGone(string $written, Context $context): bool
    {
        foreach ($this->watched[$context->name($written)] ?? [] as $weak) {
            if ($weak->get() !== null) {
                return false;
            }
        }
        return true;
    }
}
