<?php

declare(strict_types=1);

namespace AplusHost;

/**
 * The milliseconds of a run, for its limits: from one look to the next at most a share of the patience.
 *
 * If the process was stopped, or waited for a processor, the library had no time either.
 */
final class Clock
{
    private float $milliseconds = 0;
    private float $moment;

    public function __construct(private float $patience)
    {
        $this->moment = hrtime(true) / 1e6;
    }

    public function now(): float
    {
        $moment = hrtime(true) / 1e6;
        $this->milliseconds += min($moment - $this->moment, LONGEST_STEP_SHARE * $this->patience);
        $this->moment = $moment;
        return $this->milliseconds;
    }
}
