<?php

declare(strict_types=1);

namespace AplusHost;

use Closure;
use ErrorException;
use Throwable;
use WeakMap;

const SIGNAL_OF_ABORTS = 6;
/** What ends a process at once, and cannot be caught. */
const FATAL = E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR | E_USER_ERROR | E_RECOVERABLE_ERROR;

/** What reaches the top of a stack, or ends the process. */
final class Host
{
    /** The recorder of the run that is performed, or was last. */
    public static ?Recorder $recorder = null;
    /** Says that the library cannot be loaded; null once it is. */
    public static ?Closure $refuse = null;
    private static ?WeakMap $throwers = null;

    /**
     * An exception left the library at the top of a stack; also for the hooks in which a library reports such.
     *
     * It belongs to the run whose user code threw it, which a later one may have set off.
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

    /** Notes what user code throws: where it goes uncaught, no frame shows whose it is. */
    public static function noteThrow(Throwable $error, Recorder $recorder): void
    {
        self::$throwers ??= new WeakMap();
        self::$throwers[$error] = $recorder;
    }

    /** Frees what the host held, whose destructors are the library's. */
    public static function free(callable $body): void
    {
        try {
            $body();
        } catch (Throwable $error) {
            self::uncaught($error);
        }
    }

    /**
     * The process ends, whoever asked for it: no other function that was registered for that runs.
     *
     * A fatal error ends it by a signal: to take apart what fills the memory may last for seconds.
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
