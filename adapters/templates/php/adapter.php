<?php
// What aplus-check does with your library; each line marked FILL IN says what is yours. Take the mark away with it.
// The guide: 'How to write an adapter', and the page of the kit for php.
// FILL IN: load your library
require 'mylib.php';

return [
    'deferred' => function () {
        // FILL IN: make a pending promise
        $promise = new ExamplePromise();
        // FILL IN: give it with the functions that resolve and reject it
        return [$promise, ...$promise->resolvers()];
    },
    // FILL IN: run what waits in your library's queue, true where there was something; leave it out where there is none
    'drain' => function () {
        $job = array_shift(ExamplePromise::$jobs);
        $job === null || $job();
        return $job !== null;
    },
];
