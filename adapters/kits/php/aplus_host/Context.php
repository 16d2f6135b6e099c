<?php

declare(strict_types=1);

namespace AplusHost;

/** The place of a step: the indices of repeats, the innermost pair of resolvers, and the id of the step. */
final class Context
{
    public function __construct(public array $indices = [], public ?array $pair = null, public ?int $step = null)
    {
    }

    public function at(array $step): self
    {
        return new self($this->indices, $this->pair, $step['id']);
    }

    /** Replaces the `#` of a name with the index of the innermost repeat. */
    public function name(string $written): string
    {
        if ($this->indices === [] || !str_contains($written, '#')) {
            return $written;
        }
        $index = $this->indices[count($this->indices) - 1];
        if (!str_ends_with($written, '#-1')) {
            return str_replace('#', "$index", $written);
        }
        return str_replace('#-1', $index === 0 ? '-start' : (string) ($index - 1), $written);
    }
}
