<?php
/** Evaluates the value expressions of a program. */

declare(strict_types=1);

namespace AplusHost;

use ArrayObject;
use DateTimeImmutable;
use Exception;
use RangeException;
use Throwable;
use TypeError;
use WeakReference;

function evaluate(Run $run, mixed $value, Context $context): mixed
{
    return match (true) {
        is_string($value) => $run->names->lookUp($value, $context),
        !is_array($value) => $value,
        isset($value['text']) => $value['text'],
        isset($value['is']) => special($run, $value['is']),
        isset($value['error']) => makeError($run, $value['error']),
        isset($value['promise']) => make($run, $value, $context),
        isset($value['thenable']) => makeThenable($run, $value['thenable'], $context),
        isset($value['list']) => makeList(
            $run,
            array_map(fn ($item) => evaluate($run, $item, $context), $value['list'])
        ),
    };
}

function special(Run $run, string $word): mixed
{
    $introduce = fn ($object) => $run->recorder->introduce($object, ['kind' => 'object', 'class' => ucfirst($word)]);
    $function = fn () => $run->recorder->introduce(fn () => $run->names->mark('O'), ['kind' => 'function']);
    return match ($word) {
        'undefined' => null,
        'NaN' => NAN,
        '-0' => -0.0,
        'bigint' => 2 ** 60,
        'function' => $function(),
        'array-of-function' => makeList($run, [$function()]),
        'date' => $introduce(new DateTimeImmutable()),
        default => $introduce(new Plain()),
    };
}

/** A list with an identity, which arrays in PHP do not have. */
function makeList(Run $run, array $items): ArrayObject
{
    $seen = array_map($run->recorder->reference(...), $items);
    return $run->recorder->introduce(new ArrayObject($items), ['kind' => 'list', 'items' => $seen]);
}

function makeError(Run $run, string $class): Throwable
{
    $error = match ($class) {
        'TypeError' => new TypeError(),
        'RangeError' => new RangeException(),
        default => new Exception(),
    };
    return $run->recorder->introduce($error, ['kind' => 'error', 'class' => $class]);
}

function makeThenable(Run $run, array $thenable, Context $context): object
{
    $then = $thenable['then'] ?? null;
    $isFunction = is_string($then);
    $shape = $thenable['shape'] ?? 'object';
    $subject = match (true) {
        !$isFunction => new Plain(),
        $shape === 'function' => new FunctionThenable(),
        $shape === 'heir' => new HeirThenable(),
        default => new Thenable(),
    };
    $run->recorder->introduce($subject, ['kind' => 'thenable'] + ($isFunction ? ['thenable' => true] : []));
    if (isset($thenable['as'])) {
        $run->names->bind($thenable['as'], $subject, $context);
    }
    if ($isFunction) {
        $role = ['frame' => ['in' => 'thenable'], 'subject' => WeakReference::create($subject)];
        $subject->body = closure($run, $then, $role, $context);
    } elseif ($then !== null) {
        $subject->then = evaluate($run, $then['not'], $context);
    }
    return $subject;
}

/** The value in a place for a function: a closure, a value that is not a function, or null. */
function slot(Run $run, mixed $expression, Context $context, array $role): mixed
{
    if ($expression === null) {
        return null;
    }
    return is_string($expression)
        ? closure($run, $expression, $role, $context)
        : evaluate($run, $expression['not'], $context);
}
