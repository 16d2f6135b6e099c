<?php
/** Objects of the host's own making that pass through a library. */

declare(strict_types=1);

namespace AplusHost;

use Closure;
use Exception;

/** An identity and nothing else. */
final class Mark
{
}

/** Carries a value that is no error: PHP throws only errors. */
final class Thrown extends Exception
{
    public function __construct(public mixed $value)
    {
        parent::__construct();
    }
}

/** An object whose `then` is no method, or that has none. */
class Plain
{
    public mixed $then;
}

/** An object whose `then` is a function of the program. */
class Thenable
{
    public Closure $body;

    public function then(mixed ...$arguments): mixed
    {
        return ($this->body)(...$arguments);
    }
}

/** The same, with an inherited `then`. */
final class HeirThenable extends Thenable
{
}

/** The same, which can be called itself. */
final class FunctionThenable extends Thenable
{
    public function __invoke(): void
    {
    }
}
