<?php
/** The constants that the hosts of all languages share, and those of PHP. */

declare(strict_types=1);

namespace AplusHost;

(function () {
    $text = file_get_contents(__DIR__ . '/../../vocabulary.json');
    ['constants' => $shared, 'adapter' => $words, 'subjects' => $subjects] = json_decode($text, true, 512, JSON_THROW_ON_ERROR);
    $names = [
        /** The most bytes of a library's string that a trace contains. */
        'LONGEST_TEXT' => 'longestTextLength',
        /** Integers from this one on are written as strings. */
        'EXACT_INTEGER_LIMIT' => 'exactIntegerLimit',
        /** Milliseconds without progress until a busy library is `bounded`, unless the request says otherwise. */
        'USUAL_PATIENCE' => 'patienceMilliseconds',
        /** So many more for each event so far: a library may pass an outcome down 100,000 links without an event. */
        'PATIENCE_PER_EVENT' => 'patiencePerEventMilliseconds',
        /** So many times the patience, from the begin of a run, the host waits for a library that computes. */
        'PATIENCE_WHILE_COMPUTING' => 'patienceWhileComputing',
        /** Between two looks at the library, no more than this part of the patience counts. */
        'LONGEST_STEP_SHARE' => 'longestStepShare',
        /** The least number of milliseconds between two looks at whether it computes. */
        'COMPUTATION_STEP' => 'computationStepMilliseconds',
        /** After so many drains without an event, an adapter that still reports work counts as one that always does. */
        'FRUITLESS_DRAINS' => 'fruitlessDrains',
        /** An adapter that reports work so many times in a row before any promise exists always does. */
        'EMPTY_DRAINS' => 'emptyDrains',
        /** The exit status of a host that cannot load its library, and of one that cannot perform a program. */
        'FATAL_STATUS' => 'fatalExitStatus',
        'BROKEN_STATUS' => 'brokenExitStatus',
    ];
    foreach ($names as $name => $key) {
        define(__NAMESPACE__ . "\\$name", $shared[$key]);
    }
    /** What a library may offer besides promises, or in their place. */
    define(__NAMESPACE__ . '\\OTHER_SUBJECTS', array_values(array_diff($subjects, ['promises'])));
    /** The keys of an adapter. PHP needs neither types of promises, as these have a `then`, nor a strength. */
    define(__NAMESPACE__ . '\\ADAPTER_WORDS', [...array_diff($words, ['promiseTypes', 'quiescence']), 'reasons']);
})();

/** So many nested calls of `assureRoom` take more stack than the host needs between two calls of the library. */
const ROOM = 10;
/** The depth to which JSON may be nested. */
const DEEPEST_JSON = 4096;
