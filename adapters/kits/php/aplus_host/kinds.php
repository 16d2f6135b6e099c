<?php
/** The kinds of values, exceptions, functions and thenables in PHP, as `kinds` of ../../vocabulary.json lists them. */

declare(strict_types=1);

namespace AplusHost;

use ArrayIterator;
use ArrayObject;
use AssertionError;
use Closure;
use DateInterval;
use DateTime;
use DomainException;
use Error;
use ErrorException;
use Exception;
use Fiber;
use OutOfBoundsException;
use OverflowException;
use ReflectionClass;
use ReflectionFunction;
use RuntimeException;
use SplFixedArray;
use SplMinHeap;
use SplObjectStorage;
use SplQueue;
use stdClass;
use Throwable;
use UnexpectedValueException;
use WeakMap;
use WeakReference;

/** A value of a kind; each call makes a new one, except of kinds that have a single value. */
function kindOfValue(string $word): mixed
{
    return kind(valueMakers() + reasonMakers(), $word)();
}

/** A callable of a kind that calls a function, maybe several times; not always an object. */
function kindOfFunction(string $word, Closure $enter, bool $isRepeated): mixed
{
    // A generator does not run inside itself, nor after an exception.
    return $isRepeated && $word === 'php.built-in' ? $enter : kind(functionMakers(), $word)($enter);
}

/** An object of a kind with a method `then` that calls a function. */
function kindOfCarrier(string $word, Closure $enter): object
{
    return kind(carrierMakers(), $word)($enter);
}

/** The entry of a kind in a table. */
function kind(array $table, string $word): Closure
{
    [$language, $name] = explode('.', $word, 2);
    return $language === 'php' && isset($table[$name]) ? $table[$name] : throw new OutOfBoundsException($word);
}

/** What the block makes of each trait, by the name of the trait with an ending. */
function eachTrait(Closure $make, string $ending = '', array $except = []): array
{
    $made = [];
    foreach (array_diff_key(TRAITS, array_flip($except)) as $name => $trait) {
        $made["$name$ending"] = $make(...$trait);
    }
    return $made;
}

function valueMakers(): array
{
    static $makers;
    return $makers ??= [
        ...eachTrait(fn ($interfaces, $body) => fn () => instance("$interfaces { $body }")),

        // Scalars and strings: those that are false, look like numbers, or name something.
        'empty-text' => fn () => '',
        'zero-text' => fn () => '0',
        'number-text' => fn () => '1e3',
        'blank-text' => fn () => " \0",
        'binary-text' => fn () => "\xFF\x00",
        'class-name' => fn () => 'ArrayObject',
        'thenable-class-name' => fn () => Thenable::class,
        'largest' => fn () => PHP_INT_MAX,
        'overflow' => fn () => PHP_INT_MAX + 1,
        'infinity' => fn () => INF,

        'empty-array' => fn () => [],
        'array' => fn () => [1, 2],
        'array-of-null' => fn () => [null],
        'nested-array' => fn () => [[], [[]]],
        'hash' => fn () => ['b' => 1, 'a' => null],
        'gapped-array' => fn () => [3 => 'c', 1 => 'a'],
        'then-array' => fn () => ['then' => fn () => refuse()],
        'missing-function' => fn () => [new stdClass(), 'then'],

        'plain' => fn () => new stdClass(),
        'cyclic' => fn () => cyclic(),
        'falsy' => fn () => class_exists('SimpleXMLElement') ? new \SimpleXMLElement('<falsy/>') : new stdClass(),
        'readonly' => fn () => new ReadOnlyThen(null),
        'uninitialized' => fn () => instance('{ public object $then; }'),
        'then-property' => fn () => (object) ['then' => fn () => refuse()],
        'promise-like' => fn () => instance(
            '{ public $state = "pending"; function getState() { refuse(); } function wait() { refuse(); } '
            . 'function cancel() { refuse(); } function done() { refuse(); } }'
        ),
        'enum' => fn () => PlainEnum::One,
        'backed-enum' => fn () => BackedEnum::Zero,
        'generator' => fn () => (function () {
            yield refuse();
        })(),
        'iterator' => fn () => new ArrayIterator([1, 2]),
        'array-object' => fn () => new ArrayObject(),
        'fixed-array' => fn () => new SplFixedArray(2),
        'object-storage' => fn () => new SplObjectStorage(),
        'heap' => fn () => tap(new SplMinHeap(), fn ($heap) => $heap->insert(1)),
        'queue' => fn () => tap(new SplQueue(), fn ($queue) => $queue->enqueue(1)),
        'weak-map' => fn () => new WeakMap(),
        'weak-reference' => fn () => WeakReference::create(new stdClass()),
        'date' => fn () => new DateTime('@0'),
        'interval' => fn () => new DateInterval('PT0S'),
        'fiber' => fn () => new Fiber(fn () => refuse()),
        'reflection' => fn () => new ReflectionClass(Thenable::class),
        'resource' => fn () => fopen('php://memory', 'r'),
        'closed-resource' => fn () => tap(fopen('php://memory', 'r'), fclose(...)),
        'error' => fn () => new Exception('returned'),

        // Functions.
        'closure' => fn () => fn () => refuse(),
        'static-closure' => fn () => static fn () => refuse(),
        'generator-function' => fn () => function () {
            yield refuse();
        },
        'first-class' => fn () => strrev(...),
        'function-name' => fn () => 'strrev',
        'method-name' => fn () => 'DateTime::createFromFormat',
        'class-method' => fn () => ['DateTime', 'createFromFormat'],
        'method' => fn () => [new ArrayObject(), 'count'],
        'magic-method' => fn () => [instance('{ function __call($name, $all) { refuse(); } }'), 'any'],
        'invokable' => fn () => instance('{ function __invoke() { refuse(); } }'),

        // Objects whose `then` exists or not, according to how they are asked.
        'answering' => fn () => instance('{ function __call($name, $all) { refuse(); } }'),
        'then-throws' => fn () => instance('{ function then() { refuse(); } }'),
        'hidden-then' => fn () => instance('{ private function then() { refuse(); } }'),
        'incomplete' => fn () => unserialize('O:7:"Missing":0:{}', ['allowed_classes' => false]),
    ];
}

/** Exceptions that any library must be able to reject with. */
function reasonMakers(): array
{
    static $makers;
    return $makers ??= [
        ...eachTrait(
            fn ($interfaces, $body) => fn () => instance("extends \\Exception $interfaces { $body }", 'message'),
            '-error',
            // No exception can be cloned.
            ['uncloneable'],
        ),
        'wordless-error' => fn () => new Exception(),
        'several-arguments' => fn () => instance(
            'extends \Exception { function __construct(int $code, string $reason, object $place) {} }',
            1,
            'reason',
            new stdClass()
        ),
        'text-code-error' => fn () => instance('extends \RuntimeException { protected $code = "HY000"; }', 'code'),
        'anonymous-error' => fn () => instance('extends \Exception {}', 'anonymous'),
        'callable-error' => fn () => instance('extends \Exception { function __invoke() { refuse(); } }'),
        'property-error' => fn () => instance('extends \Exception { public $reason = null, $value = 1, $then = 2; }'),
        'raised-error' => fn () => raised(fn () => throw new RuntimeException('raised')),
        'caused-error' => fn () => new RuntimeException('caused', 3, new Exception('cause', 2, new Error('first'))),
        'plain-error' => fn () => new Error('error'),
        'error-heir' => fn () => instance('extends \Error {}', 'heir'),
        'type-error' => fn () => raised(fn () => strlen(new stdClass())),
        'null-call-error' => fn () => raised(fn () => (fn ($null) => $null->then())(null)),
        'argument-count-error' => fn () => raised(fn () => (fn ($required) => $required)()),
        'arithmetic-error' => fn () => raised(fn () => 1 << -1),
        'division-by-zero' => fn () => raised(fn () => intdiv(1, 0)),
        'value-error' => fn () => raised(fn () => array_combine([1], [])),
        'unhandled-match' => fn () => raised(fn () => match (true) {
            false => 1
        }),
        'read-only-error' => fn () => raised(fn () => tap(new ReadOnlyThen(1), fn ($made) => $made->then = 2)),
        'assertion-error' => fn () => new AssertionError('assertion'),
        'parse-error' => fn () => raised(fn () => eval('(')),
        'fiber-error' => fn () => raised(fn () => Fiber::suspend()),
        'error-exception' => fn () => new ErrorException('warning', 0, E_WARNING, 'file', 1),
        'json-exception' => fn () => raised(fn () => json_decode('{', flags: JSON_THROW_ON_ERROR)),
        'reflection-exception' => fn () => raised(fn () => new ReflectionClass('Missing')),
        'domain-exception' => fn () => new DomainException('domain'),
        'unexpected-value' => fn () => new UnexpectedValueException('value'),
        'overflow-exception' => fn () => new OverflowException('overflow'),
    ];
}

/** Functions that call another one with their arguments. */
function functionMakers(): array
{
    static $makers;
    return $makers ??= [
        ...eachTrait(fn ($interfaces, $body) => fn ($enter) => instance(
            "extends Entering $interfaces { $body function __invoke(...\$all) { return (\$this->enter)(...\$all); } }",
            $enter
        )),
        'arrow' => fn ($enter) => fn ($value, ...$all) => $enter($value, ...$all),
        'static-closure' => fn ($enter) => static fn (...$all) => $enter(...$all),
        'bound' => fn ($enter) => Closure::bind(function (...$all) {
            return ($this->enter)(...$all);
        }, new Entering($enter), Entering::class),
        'first-class' => fn ($enter) => (new Entering($enter))->run(...),
        'first-class-static' => fn ($enter) => staticEntering($enter)::run(...),
        'first-class-magic' => fn ($enter) => (new MagicEntering($enter))->any(...),
        'without-parameters' => fn ($enter) => function () use ($enter) {
            return $enter(...func_get_args());
        },
        'optional' => fn ($enter) => fn ($value = 'default', ...$all) => $enter($value, ...$all),
        'typed' => fn ($enter) => function (mixed $value, mixed ...$all) use ($enter): mixed {
            return $enter($value, ...$all);
        },
        'reference' => fn ($enter) => function (&$value) use ($enter) {
            return $enter($value);
        },
        'assigned-reference' => fn ($enter) => function (&$value) use ($enter) {
            [$seen, $value] = [$value, 'assigned'];
            return $enter($seen);
        },
        'returned-reference' => fn ($enter) => function &(...$all) use ($enter) {
            $result = $enter(...$all);
            return $result;
        },
        'function-name' => fn ($enter) => functionEntering($enter),
        'method-name' => fn ($enter) => staticEntering($enter) . '::run',
        'class-method' => fn ($enter) => [staticEntering($enter), 'run'],
        'magic-class-method' => fn ($enter) => [Entries::class, 'call' . Entries::add($enter)],
        'magic-method-name' => fn ($enter) => Entries::class . '::call' . Entries::add($enter),
        'method' => fn ($enter) => [new Entering($enter), 'run'],
        'upper-case-method' => fn ($enter) => [new Entering($enter), 'RUN'],
        'magic-method' => fn ($enter) => [new MagicEntering($enter), 'any'],
        'static-of-object' => fn ($enter) => [new (staticEntering($enter))(), 'run'],
        'closure-method' => fn ($enter) => [$enter, '__invoke'],
        'reflected' => fn ($enter) => [new ReflectionFunction($enter), 'invoke'],
        // Functions of PHP itself throw if they get too many arguments.
        'built-in' => fn ($enter) => [entering($enter), 'send'],
        'invokable' => fn ($enter) => new InvokableEntering($enter),
        'invokable-heir' => fn ($enter) => instance('extends InvokableEntering {}', $enter),
        'invokable-thenable' => fn ($enter) => instance(
            'extends InvokableEntering { function then() { refuse(); } }',
            $enter
        ),
        'invokable-error' => fn ($enter) => instance('extends \Exception { use Carrying, Invoked; }')->carry($enter),
        'invokable-array' => fn ($enter) => instance('extends \ArrayObject { use Carrying, Invoked; }')->carry($enter),
    ];
}

/** Objects with a method `then` that calls a function. */
function carrierMakers(): array
{
    static $makers;
    $carrying = fn ($class) => fn ($enter) => instance($class)->carry($enter);
    return $makers ??= [
        ...eachTrait(fn ($interfaces, $body) => $carrying("$interfaces { use Carrying, Then; $body }")),
        'method' => fn ($enter) => (new Carrier())->carry($enter),
        'heir' => $carrying('extends Carrier {}'),
        'overridden' => $carrying(
            'extends Carrier { function then(mixed ...$all): mixed { return parent::then(...$all); } }'
        ),
        'trait' => $carrying('{ use Carrying, Then; }'),
        'aliased' => $carrying('{ use Carrying, Invoked { __invoke as then; } }'),
        'abstract' => $carrying('extends AbstractCarrier { use Then; }'),
        'upper-case' => $carrying('{ use Carrying; function THEN(...$all) { return ($this->enter)(...$all); } }'),
        'final' => $carrying('{ use Carrying; final function then(...$all) { return ($this->enter)(...$all); } }'),
        'static' => fn ($enter) => new (staticEntering($enter))(),
        'typed' => $carrying(
            '{ use Carrying; function then(callable $ok, ?callable $bad = null): static '
            . '{ ($this->enter)($ok, $bad); return $this; } }'
        ),
        'optional' => $carrying(
            '{ use Carrying; function then($ok = null, $bad = null) { return ($this->enter)($ok, $bad); } }'
        ),
        'without-parameters' => $carrying(
            '{ use Carrying; function then() { return ($this->enter)(...func_get_args()); } }'
        ),
        'magic' => $carrying(
            '{ use Carrying, Then; function __call($name, $all) { refuse(); } '
            . 'static function __callStatic($name, $all) { refuse(); } }'
        ),
        'then-property' => $carrying('{ use Carrying, Then; public $then = 5; }'),
        'cancellable' => $carrying(
            '{ use Carrying, Then; function cancel() { refuse(); } function wait() { refuse(); } }'
        ),
        'invokable' => $carrying('{ use Carrying, Then; function __invoke() { refuse(); } }'),
        'array-object' => $carrying('extends \ArrayObject { use Carrying, Then; }'),
        'fixed-array' => $carrying('extends \SplFixedArray { use Carrying, Then; }'),
        'iterator' => $carrying('extends \EmptyIterator { use Carrying, Then; }'),
        'date' => $carrying('extends \DateTimeImmutable { use Carrying, Then; }'),
        'error' => $carrying('extends \Exception { use Carrying, Then; }'),
        'enum' => fn ($enter) => enumEntering($enter, '', 'case One;'),
        'backed-enum' => fn ($enter) => enumEntering($enter, ': int', 'case One = 0;'),
    ];
}

function tap(mixed $value, Closure $change): mixed
{
    $change($value);
    return $value;
}

/** What a function throws. */
function raised(Closure $body): Throwable
{
    try {
        $body();
    } catch (Throwable $error) {
        return $error;
    }
}

function cyclic(): object
{
    $made = new stdClass();
    $made->itself = $made;
    return $made;
}
