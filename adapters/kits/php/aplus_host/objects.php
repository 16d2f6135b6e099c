<?php
/** Objects of the host that pass through a library. */

declare(strict_types=1);

namespace AplusHost;

use Closure;
use Exception;

/** A mark of the program: an object that has an identity and nothing else. */
final class Mark
{
}

/** Carries a value that is not an exception, because PHP throws only exceptions. */
final class Thrown extends Exception
{
    public function __construct(public mixed $value)
    {
        parent::__construct();
    }
}

/** An object without a method `then`; it may have a property of that name. */
class Plain
{
    public mixed $then;
}

/** An object whose `then` is a function of the program. */
class Thenable
{
    public function __construct(private Closure $enter)
    {
    }

    public function then(mixed ...$arguments): mixed
    {
        return ($this->enter)(...$arguments);
    }
}

/** A thenable with an inherited `then`. */
final class HeirThenable extends Thenable
{
}

/** A thenable that can itself be called. */
final class FunctionThenable extends Thenable
{
    public function __invoke(): void
    {
    }
}
