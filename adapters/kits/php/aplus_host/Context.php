<?php

declare(strict_types=1);

namespace AplusHost;

/** Where a step stands: the indices of repeats, the innermost pair, the step that values belong to. */
final class Context
{
    public function __construct(public array $indices = [], public ?array $pair = null, public ?int $step = null)
    {
    }

    public function at(array $step): self
    {
        return new self($this->indices, $this->pair, $step['id']);
    }

    /** The name that a name stands for inside the repeats. */
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
