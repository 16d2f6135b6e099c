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
        default => str_contains($word, '.') ? makeKind($run, $word) : $introduce(new Plain()),
    };
}

/** A value of a kind. The trace writes scalars, strings and resources as they are, without an identity. */
function makeKind(Run $run, string $word): mixed
{
    $made = kindOfValue($word);
    if (!is_object($made) && !is_array($made)) {
        return $made;
    }
    $description = match (true) {
        // The name of an anonymous class ends with the place of its definition, after a zero byte.
        $made instanceof Throwable => ['kind' => 'error', 'class' => strstr($made::class . "\0", "\0", true)],
        // A library may return an equal array of its own. Where the keys count, it is no list to the trace.
        is_array($made) && array_is_list($made) => [
            'kind' => 'list',
            'items' => array_map($run->recorder->reference(...), $made),
        ],
        default => ['kind' => 'object', 'class' => substr($word, strpos($word, '.') + 1)],
    };
    return $run->recorder->introduce($made, $description);
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
    $body = null;
    $enter = function (mixed ...$arguments) use (&$body) {
        return $body(...$arguments);
    };
    $subject = match (true) {
        !$isFunction => new Plain(),
        str_contains($shape, '.') => kindOfCarrier($shape, $enter),
        $shape === 'function' => new FunctionThenable($enter),
        $shape === 'heir' => new HeirThenable($enter),
        default => new Thenable($enter),
    };
    $run->recorder->introduce($subject, ['kind' => 'thenable'] + ($isFunction ? ['thenable' => true] : []));
    if (isset($thenable['as'])) {
        $run->names->bind($thenable['as'], $subject, $context);
    }
    if ($isFunction) {
        $role = ['frame' => ['in' => 'thenable'], 'subject' => WeakReference::create($subject)];
        $body = callableOf($run, $then, $role, $context);
    } elseif ($then !== null) {
        $subject->then = evaluate($run, $then['not'], $context);
    }
    return $subject;
}

/** The value in a place for a function: a callable, a value that is not a function, or null. */
function slot(Run $run, mixed $expression, Context $context, array $role): mixed
{
    if ($expression === null) {
        return null;
    }
    return is_string($expression)
        ? callableOf($run, $expression, $role, $context)
        : evaluate($run, $expression['not'], $context);
}
