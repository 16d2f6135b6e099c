<?php
/** Calls the library, and records a frame for each call. */

declare(strict_types=1);

namespace AplusHost;

use Closure;
use Throwable;

/** Calls the library; returns the result or the exception, and whether it was thrown. */
function enter(Run $run, array $fields, Context $context, Closure $body, ?Closure $describe = null): array
{
    $frame = $run->recorder->begin($fields, $context->indices);
    try {
        $value = $body();
    } catch (Throwable $error) {
        $run->recorder->end($frame, ['threw' => $run->recorder->reference($error)], $context->indices);
        return [$error, true];
    }
    $run->recorder->end($frame, $describe === null ? [] : $describe($value), $context->indices);
    return [$value, false];
}

/** Makes a call that returns a promise, and binds that to the name in `as`. */
function give(Run $run, array $step, Context $context, array $fields, Closure $body): void
{
    $describe = fn ($given) => ['gives' => $run->recorder->promiseReference($given)];
    [$value, $threw] = enter($run, $fields, $context, $body, $describe);
    if (isset($step['as']) && !$threw) {
        $run->names->bind($step['as'], $value, $context);
    }
    Host::free(function () use (&$value) {
        $value = null;
    });
}
