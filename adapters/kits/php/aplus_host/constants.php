<?php
/** The constants that the hosts of all languages share, and what PHP adds. */

declare(strict_types=1);

namespace AplusHost;

(function () {
    $text = file_get_contents(__DIR__ . '/../../vocabulary.json');
    ['constants' => $shared, 'adapter' => $words] = json_decode($text, true, 512, JSON_THROW_ON_ERROR);
    $names = [
        /** How many bytes of a library's text a trace holds. */
        'LONGEST_TEXT' => 'longestTextLength',
        /** Integers from here on are written as text. */
        'EXACT_INTEGER_LIMIT' => 'exactIntegerLimit',
        /** Milliseconds without an event until a library that never rests is `bounded`, where the request is silent. */
        'USUAL_PATIENCE' => 'patienceMilliseconds',
        /** So many more for each event so far: a library may pass on 100,000 links without one. */
        'PATIENCE_PER_EVENT' => 'patiencePerEventMilliseconds',
        /** The exit status of a host that cannot load its library, and of one that cannot perform a program. */
        'FATAL_STATUS' => 'fatalExitStatus',
        'BROKEN_STATUS' => 'brokenExitStatus',
    ];
    foreach ($names as $name => $key) {
        define(__NAMESPACE__ . "\\$name", $shared[$key]);
    }
    /** What an adapter may define; the promises of a library are known by their `then`, and handlers run in one thread. */
    define(__NAMESPACE__ . '\\ADAPTER_WORDS', array_values(array_diff($words, ['promiseTypes', 'quiescence'])));
})();

/** As many nested calls of `assureRoom` take more of the stack than the host between two calls of the library. */
const ROOM = 10;
/** How deep JSON may be nested. */
const DEEPEST_JSON = 4096;
