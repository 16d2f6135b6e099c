<?php

declare(strict_types=1);

namespace AplusHost;

use Closure;
use ErrorException;
use Throwable;
use WeakMap;

const SIGNAL_OF_ABORTS = 6;
/** The errors that end the process at once and cannot be caught. */
const FATAL = E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR | E_USER_ERROR | E_RECOVERABLE_ERROR;

/** Handles exceptions that reach the top of a stack, and the end of the process. */
final class Host
{
    /** The recorder of the current or last run. */
    public static ?Recorder $recorder = null;
    /** Reports that the library cannot be loaded; null once it is loaded. */
    public static ?Closure $refuse = null;
    private static ?WeakMap $throwers = null;

    /**
     * Records an exception that left the library at the top of a stack. Adapters call this, too, in hooks through which
     * a library reports such exceptions.
     *
     * The exception belongs to the run whose user code threw it, even if a later run caused that.
     */
    public static function uncaught(Throwable $error): void
    {
        $recorder = self::$throwers[$error] ?? self::$recorder;
        if ($recorder === null) {
            fwrite(STDERR, "host: uncaught before the first run: $error\n");
        } else {
            $recorder->note(['e' => 'uncaught', 'value' => $recorder->reference($error)]);
        }
    }

    /** Notes what user code throws: if it goes uncaught, no frame shows which run threw it. */
    public static function noteThrow(Throwable $error, Recorder $recorder): void
    {
        self::$throwers ??= new WeakMap();
        self::$throwers[$error] = $recorder;
    }

    /** Frees objects of the host, which may call destructors of the library. */
    public static function free(callable $body): void
    {
        try {
            $body();
        } catch (Throwable $error) {
            self::uncaught($error);
        }
    }

    /**
     * Runs when the process ends, whatever ended it, and keeps other shutdown functions from running.
     *
     * After a fatal error, a signal ends the process, because freeing a full memory may take seconds.
     */
    public static function end(): never
    {
        $last = error_get_last();
        $isFatal = (($last['type'] ?? 0) & FATAL) !== 0;
        if (self::$refuse !== null) {
            (self::$refuse)($isFatal ? $last['message'] : 'the process ended while the adapter was loaded');
            exit(FATAL_STATUS);
        }
        if ($isFatal) {
            ini_set('memory_limit', '-1');
            if (!self::$recorder?->isOpen()) {
                self::uncaught(new ErrorException($last['message'], 0, $last['type'], $last['file'], $last['line']));
            }
            if (function_exists('posix_kill')) {
                posix_setrlimit(POSIX_RLIMIT_CORE, 0, 0);
                posix_kill(getmypid(), SIGNAL_OF_ABORTS);
            }
        }
        exit();
    }
}
