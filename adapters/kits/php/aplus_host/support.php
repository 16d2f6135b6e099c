<?php
/** What the host does about its own faults, about a stack that is nearly used up, and about text. */

declare(strict_types=1);

namespace AplusHost;

use Throwable;

/** Runs the host's own code: what it throws is a fault of the host, never the library's to catch. */
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
 * Fails where too little stack is left for the host, in a PHP that throws an Error then: a library that calls itself
 * for each link of a chain calls user code there. To the library it is as if the user's code took more stack than there
 * is.
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
