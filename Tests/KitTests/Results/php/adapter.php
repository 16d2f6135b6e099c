<?php
// The example's promise with combinators, of which a fault makes one tell something wrong.

$adapter = require __DIR__ . '/../../../../adapters/kits/php/example/adapter.php';

final class Combined extends Exception
{
    public function __construct(public array $reasons)
    {
        parent::__construct('all are rejected');
    }
}

/** How each member settled, and with what, once all are settled. */
function settlements(array $members): ExamplePromise
{
    $fault = getenv('APLUS_FAULT');
    $promise = new ExamplePromise();
    [$resolve] = $promise->resolvers();
    $told = $fault === 'order is that of the settlements' ? [] : array_fill_keys(array_keys($members), null);
    $missing = count($members);
    $tell = function ($index, $word, $key) use ($resolve, &$told, &$missing) {
        return function ($content) use ($index, $word, $key, $resolve, &$told, &$missing) {
            $told[$index] = ['status' => $word, $key => $content];
            $missing -= 1;
            $missing > 0 || $resolve($told);
        };
    };
    foreach ($members as $index => $member) {
        $value = $tell($index, 'fulfilled', 'value');
        $isBlind = $fault === 'rejection is told as a value';
        $member->then($value, $isBlind ? $value : $tell($index, 'rejected', 'reason'));
    }
    return $promise;
}

return [
    'combinators' => [
        'allSettled' => settlements(...),
        'any' => fn ($members) => settlements($members)->then(fn ($told) => throw new Combined(array_column($told, 'reason'))),
    ],
    'reasons' => fn ($error) => $error instanceof Combined ? $error->reasons : null,
    'capabilities' => [...$adapter['capabilities'], 'results:allSettled', 'results:any'],
] + $adapter;
