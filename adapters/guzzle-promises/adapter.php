<?php
// guzzlehttp/promises. The host runs its task queue.
//
// A cancel goes up to the root of a chain, whoever else waits there.

use GuzzleHttp\Promise\{AggregateException, CancellationException, Create, Promise, Utils};

require_once 'GuzzleHttp/Promise/autoload.php';

return [
    'library' => 'guzzlehttp/promises', 'version' => '1.5.2',
    'deferred' => function () {
        $promise = new Promise();
        return [$promise, $promise->resolve(...), $promise->reject(...)];
    },
    'resolved' => fn ($value) => Create::promiseFor($value), 'rejected' => fn ($reason) => Create::rejectionFor($reason),
    'combinators' => [
        'all' => fn ($promises) => Utils::all($promises), 'any' => fn ($promises) => Utils::any($promises),
        'allSettled' => fn ($promises) => Utils::settle($promises),
    ],
    'drain' => function () {
        $hasTasks = !Utils::queue()->isEmpty();
        Utils::queue()->run();
        return $hasTasks;
    },
    'cancel' => fn ($promise) => $promise->cancel(),
    'isCancellation' => fn ($error) => $error instanceof CancellationException,
    'reasons' => fn ($error) => $error instanceof AggregateException ? $error->getReason() : null,
    'capabilities' => ['any-member', 'cancellation:upstream', 'results:allSettled', 'results:any'],
    'isSelfResolution' => fn ($error) => $error instanceof LogicException && str_ends_with($error->getMessage(), 'with itself'),
];
