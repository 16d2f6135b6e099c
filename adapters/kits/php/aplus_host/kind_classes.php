<?php
/** The classes of the kinds. */

declare(strict_types=1);

namespace AplusHost;

use Closure;
use Generator;
use LogicException;

/** Ends what no library may do. */
function refuse(): never
{
    throw new LogicException('a library called what nobody may call');
}

/** Interfaces and methods that a library may stumble over, by trait. */
const TRAITS = [
    'text-like' => ['implements \Stringable', 'function __toString(): string { return ""; }'],
    'unprintable' => ['implements \Stringable', 'function __toString(): string { refuse(); }'],
    'unreadable' => [
        '',
        'function __get($name) { refuse(); } function __isset($name) { refuse(); } '
        . 'function __set($name, $value) { refuse(); } function __unset($name) { refuse(); }',
    ],
    'readable' => ['', 'function __get($name) { return true; } function __isset($name) { return true; }'],
    'unserializable' => [
        'implements \JsonSerializable',
        'function __serialize(): array { refuse(); } function jsonSerialize(): mixed { refuse(); } '
        . 'function __debugInfo() { refuse(); }',
    ],
    'uncloneable' => ['', 'private function __clone() {}'],
    'empty' => [
        'implements \Countable, \IteratorAggregate',
        'function count(): int { return 0; } function getIterator(): \Iterator { return new \EmptyIterator(); }',
    ],
    'array-like' => [
        'implements \ArrayAccess, \Countable, \IteratorAggregate',
        'function offsetExists($key): bool { return true; } function offsetGet($key): mixed { return "a"; } '
        . 'function offsetSet($key, $value): void { refuse(); } function offsetUnset($key): void { refuse(); } '
        . 'function count(): int { return 2; } '
        . 'function getIterator(): \Iterator { return new \ArrayIterator(["a", "b"]); }',
    ],
    'untraversable' => [
        'implements \Countable, \IteratorAggregate',
        'function count(): int { refuse(); } function getIterator(): \Iterator { refuse(); }',
    ],
];

/** An instance of an anonymous class. The same words always name the same class. */
function instance(string $class, mixed ...$arguments): object
{
    static $makers = [];
    $makers[$class] ??= eval('namespace AplusHost; return fn (mixed ...$all) => new class(...$all) ' . "$class;");
    return $makers[$class](...$arguments);
}

enum PlainEnum
{
    case One;
}

enum BackedEnum: int
{
    case Zero = 0;
}

final class ReadOnlyThen
{
    public function __construct(public readonly mixed $then)
    {
    }
}

/** Holds the function that an object calls. */
class Entering
{
    public function __construct(protected Closure $enter)
    {
    }

    public function run(mixed ...$arguments): mixed
    {
        return ($this->enter)(...$arguments);
    }
}

class InvokableEntering extends Entering
{
    public function __invoke(mixed ...$arguments): mixed
    {
        return ($this->enter)(...$arguments);
    }
}

/** Takes any method for the call. */
final class MagicEntering extends Entering
{
    public function __call(string $name, array $arguments): mixed
    {
        return ($this->enter)(...$arguments);
    }
}

/** Holds the function that an object calls whose class has a constructor of its own. */
trait Carrying
{
    protected Closure $enter;

    public function carry(Closure $enter): static
    {
        $this->enter = $enter;
        return $this;
    }
}

trait Invoked
{
    public function __invoke(mixed ...$arguments): mixed
    {
        return ($this->enter)(...$arguments);
    }
}

trait Then
{
    public function then(mixed ...$arguments): mixed
    {
        return ($this->enter)(...$arguments);
    }
}

class Carrier
{
    use Carrying, Then;
}

abstract class AbstractCarrier
{
    use Carrying;

    abstract public function then(mixed ...$arguments): mixed;
}

/** The functions that are called by name. They stay, because a class or function of PHP stays, too. */
final class Entries
{
    /** @var Closure[] */
    private static array $all = [];

    public static function add(Closure $enter): int
    {
        self::$all[] = $enter;
        return count(self::$all) - 1;
    }

    public static function enter(int $number, array $arguments): mixed
    {
        return (self::$all[$number])(...$arguments);
    }

    /** Calls the function of the number in a name such as `call5`. */
    public static function __callStatic(string $name, array $arguments): mixed
    {
        return self::enter((int) substr($name, strlen('call')), $arguments);
    }
}

/** The name of a new function that calls another one. */
function functionEntering(Closure $enter): string
{
    $number = Entries::add($enter);
    eval("namespace AplusHost; function called$number(...\$all) { return Entries::enter($number, \$all); }");
    return __NAMESPACE__ . "\\called$number";
}

/** The name of a new class whose static methods `run` and `then` call a function. */
function staticEntering(Closure $enter): string
{
    $number = Entries::add($enter);
    $methods = array_map(
        fn ($name) => "static function $name(...\$all) { return Entries::enter($number, \$all); }",
        ['run', 'then']
    );
    eval("namespace AplusHost; final class Called$number { " . implode(' ', $methods) . ' }');
    return __NAMESPACE__ . "\\Called$number";
}

/** The case of a new enum whose method `then` calls a function. */
function enumEntering(Closure $enter, string $type, string $case): object
{
    $number = Entries::add($enter);
    $method = "function then(...\$all) { return Entries::enter($number, \$all); }";
    eval("namespace AplusHost; enum Enum$number$type { $case $method }");
    return constant(__NAMESPACE__ . "\\Enum$number::One");
}

/** A generator that calls a function with each value sent to it. */
function entering(Closure $enter): Generator
{
    $generator = (function () use ($enter) {
        $value = yield;
        while (true) {
            $value = yield $enter($value);
        }
    })();
    $generator->current();
    return $generator;
}
