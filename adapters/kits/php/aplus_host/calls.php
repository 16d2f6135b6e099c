<?php
/** Calls of the library: a frame around each, whatever comes out. */

declare(strict_types=1);

namespace AplusHost;

use Closure;
use Throwable;

/** Calls the library; gives what the call gave, and whether it was thrown. */
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

/** A call that gives a promise, which `as` names. */
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
