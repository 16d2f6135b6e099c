<?php
/** Loads an adapter and serves the runner. */

declare(strict_types=1);

namespace AplusHost;

use Exception;
use Throwable;

/** Performs all incoming runs. */
function main(array $arguments): void
{
    $wire = new Wire();
    $given = [];
    for ($index = 2; $index + 1 < count($arguments); $index += 2) {
        $given[ltrim($arguments[$index], '-')] = $arguments[$index + 1];
    }
    Host::$refuse = fn ($why) => $wire->write(text(['fatal' => $why]));
    try {
        $adapter = new Adapter($arguments[1] ?? throw new Exception('no adapter file is given'), $given);
    } catch (Throwable $error) {
        (Host::$refuse)($error instanceof AdapterFault ? $error->getMessage() : "$error");
        Host::$refuse = null;
        exit(FATAL_STATUS);
    }
    Host::$refuse = null;
    $wire->write(text($adapter->hello()));
    while (($message = $wire->read()) !== null) {
        $run = new Run($adapter, $wire, $message);
        Host::$recorder = $run->recorder;
        $run->performAll();
    }
}
