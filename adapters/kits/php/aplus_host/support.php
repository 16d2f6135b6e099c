<?php
/** Handles faults of the host and a nearly exhausted stack, and writes JSON. */

declare(strict_types=1);

namespace AplusHost;

use Throwable;

/** Runs the host's own code. An exception in it is a fault of the host, which the library must not catch. */
function guarded(callable $body): mixed
{
    try {
        return $body();
    } catch (Throwable $error) {
        fwrite(STDERR, "host: $error\n");
        exit(BROKEN_STATUS);
    }
}

/**
 * Throws an Error if too little stack is left for the host, in versions of PHP that check this. A library that recurses
 * once per link of a chain may call user code with the stack nearly used up. To the library, the user code itself seems
 * to overflow the stack.
 */
function assureRoom(int $depth = ROOM): void
{
    if ($depth > 0) {
        array_map(assureRoom(...), [$depth - 1]);
    }
}

/** A value as JSON. */
function text(mixed $value): string
{
    $flags = JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES;
    return json_encode($value, $flags, DEEPEST_JSON);
}
