<?php
// The adapter of your library for aplus-check. Complete each place marked FILL IN, then remove its comment.
// The guide: 'How to write an adapter', and the page of the kit for php.
// FILL IN: load your library
require 'mylib.php';

return [
    'deferred' => function () {
        // FILL IN: make a pending promise
        $promise = new ExamplePromise();
        // FILL IN: return it with the functions that resolve and reject it
        return [$promise, ...$promise->resolvers()];
    },
    // FILL IN: run your library's queue, and return whether there was something in it; omit this if it has none
    'drain' => function () {
        $job = array_shift(ExamplePromise::$jobs);
        $job === null || $job();
        return $job !== null;
    },
];
