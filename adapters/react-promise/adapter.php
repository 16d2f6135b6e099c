<?php
// react/promise 2, which calls handlers synchronously.
//
// A cancel goes up once all children have cancelled, to the canceller of the deferred.

use React\Promise\Deferred;
use React\Promise\Exception\LengthException;

require_once 'React/Promise/autoload.php';

// The library has none: a canceller throws what it likes.
final class Cancellation extends RuntimeException {}

return [
    'library' => 'react/promise', 'version' => '2.9.0',
    'deferred' => function () {
        $deferred = new Deferred(fn () => throw new Cancellation('cancelled'));
        return [$deferred->promise(), $deferred->resolve(...), $deferred->reject(...)];
    },
    'resolved' => fn ($value) => React\Promise\resolve($value), 'rejected' => fn ($reason) => React\Promise\reject($reason),
    'combinators' => [
        'all' => fn ($promises) => React\Promise\all($promises), 'race' => fn ($promises) => React\Promise\race($promises),
        'any' => fn ($promises) => React\Promise\any($promises),
        'try' => fn ($promises, $options) => new React\Promise\Promise(fn ($resolve) => $resolve($options['call']())),
        'executor' => fn ($promises) => new React\Promise\Promise(fn ($resolve, $reject) => $promises[0]->then($resolve, $reject)),
        'finally' => fn ($promises, $options) => $promises[0]->always($options['call']),
    ],
    'cancel' => fn ($promise) => $promise->cancel(),
    'isCancellation' => fn ($error) => $error instanceof Cancellation,
    // Of several reasons it makes a list; without members there is none.
    'reasons' => fn ($error) => $error instanceof LengthException ? [] : null,
    'capabilities' => ['any-member', 'cancellation:counted', 'results:any'],
    'isSelfResolution' => fn ($error) => $error instanceof LogicException && str_ends_with($error->getMessage(), 'with itself.'),
];
