<?php
// The example's promise with one fault, which only one kind of value, function, exception or thenable shows.

$adapter = require __DIR__ . '/../../../../adapters/kits/php/example/adapter.php';

final class FaultyPromise extends ExamplePromise
{
    public static string $fault = '';

    protected function resolve(mixed $value): void
    {
        parent::resolve(match (self::$fault) {
            'value is compared' => $value == '' ? null : $value,
            'value is asked for its truth' => $value ?: null,
            'value is called' => is_callable($value) ? $value() : $value,
            'closure is called' => $value instanceof Closure ? $value() : $value,
            'value is a number' => is_numeric($value) ? +$value : $value,
            'value is trimmed' => is_string($value) ? trim($value) : $value,
            'value is counted' => is_countable($value) && count($value) === 0 ? null : $value,
            'value is traversed' => is_iterable($value) ? [...$value] : $value,
            'value is destructured' => $value instanceof ArrayAccess ? $value[0] : $value,
            'array is numbered anew' => is_array($value) ? array_values($value) : $value,
            'date is cloned' => $value instanceof DateTime ? clone $value : $value,
            'enum is its value' => $value instanceof BackedEnum ? $value->value : $value,
            'value is copied' => $value instanceof JsonSerializable ? json_decode(json_encode($value)) : $value,
            default => $value,
        });
    }

    protected function isThenable(mixed $value): bool
    {
        return match (self::$fault) {
            'class is asked for then' => (is_object($value) || is_string($value)) && method_exists($value, 'then'),
            'value is asked for a property' => is_object($value)
                && (isset($value->promise) || parent::isThenable($value)),
            'property is then' => isset($value->then) && is_callable($value->then) || parent::isThenable($value),
            'thenable has then of its own' => parent::isThenable($value)
                && (new ReflectionMethod($value, 'then'))->class === $value::class,
            'methods are listed' => is_object($value) && in_array('then', get_class_methods($value), true),
            'thenable is no exception' => parent::isThenable($value) && !$value instanceof Throwable,
            'thenable is an object of a class' => parent::isThenable($value) && !$value instanceof UnitEnum,
            'then is no static method' => parent::isThenable($value)
                && !(new ReflectionMethod($value, 'then'))->isStatic(),
            'then takes two parameters' => parent::isThenable($value)
                && (new ReflectionMethod($value, 'then'))->getNumberOfParameters() > 0,
            default => parent::isThenable($value),
        };
    }

    protected function settle(string $state, mixed $value): void
    {
        $isError = $value instanceof Throwable;
        parent::settle($state, match (self::$fault) {
            'value is printed' => $value instanceof Stringable && !$isError && "$value" === '?' ? null : $value,
            'reason is printed' => $isError && "$value" === '' ? null : $value,
            'reason is called' => $isError && is_callable($value) ? $value() : $value,
            'reason is wrapped' => $isError
                ? (new RuntimeException($value->getMessage(), $value->getCode(), $value))->getPrevious()
                : $value,
            'cause is the reason' => $isError ? $value->getPrevious() ?? $value : $value,
            default => $value,
        });
    }

    protected function isHandler(mixed $handler): bool
    {
        return parent::isHandler($handler) && match (self::$fault) {
            'handler is a Closure' => $handler instanceof Closure,
            'handler is an object' => is_object($handler),
            'handler is no text' => !is_string($handler),
            'handler has a method' => !is_array($handler) || method_exists(...$handler),
            'handler is counted' => !is_countable($handler) || count($handler) > 0,
            'handler is no thenable' => !is_object($handler) || !method_exists($handler, 'then'),
            default => true,
        };
    }

    protected function call(mixed $handler, mixed $value): mixed
    {
        return match (self::$fault) {
            'handler says how many parameters it has' =>
                (new ReflectionFunction($handler(...)))->getNumberOfParameters() > 0 ? $handler($value) : $handler(),
            'handler gets a second argument' => $handler($value, $this),
            'handler gets a named argument' => $handler(result: $value),
            'handler gets the value itself' => $handler($this->settled[1]),
            'exceptions are caught' => self::withoutErrors($handler, $value),
            default => parent::call($handler, $value),
        };
    }

    private static function withoutErrors(callable $handler, mixed $value): mixed
    {
        try {
            return $handler($value);
        } catch (Error) {
            return null;
        }
    }
}

FaultyPromise::$fault = (string) getenv('APLUS_FAULT');
$adapter['deferred'] = function () {
    $promise = new FaultyPromise();
    return [$promise, ...$promise->resolvers()];
};
return $adapter;
