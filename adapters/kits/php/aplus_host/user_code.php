<?php
/** User code: the functions of a program, which the library calls. */

declare(strict_types=1);

namespace AplusHost;

/** A new callable for a registration, or the one that all registrations share; a closure unless it is of a kind. */
function callableOf(Run $run, string $name, array $role, Context $context): mixed
{
    $definition = $run->program['functions'][$name];
    $isShared = $definition['shared'] ?? false;
    if ($isShared && isset($run->shared[$name])) {
        return $run->shared[$name];
    }
    $calls = 0;
    $made = function (mixed ...$arguments) use ($run, $name, $definition, $role, $context, &$calls) {
        assureRoom();
        $calls += 1;
        // A library may name its arguments.
        $arguments = array_values($arguments);
        $call = fn () => call($run, $name, $definition, $role, $calls, $arguments, $context);
        [$value, $throws] = guarded($call);
        if (!$throws) {
            return $value;
        }
        $error = $run->reason($value);
        Host::noteThrow($error, $run->recorder);
        throw $error;
    };
    // The `then` of a thenable is a method, whatever function that calls.
    if (isset($definition['kind']) && !isset($role['subject'])) {
        $made = kindOfFunction($definition['kind'], $made, $isShared);
    }
    if ($isShared) {
        $run->shared[$name] = $made;
    }
    $run->names->watch($name, $made);
    return $made;
}

/** One call of user code: its frame, its steps, its ending. Returns a value, and whether to throw it. */
function call(
    Run $run,
    string $name,
    array $definition,
    array $role,
    int $number,
    array $arguments,
    Context $context,
): array {
    $fields = $role['frame'] + ['fn' => $name];
    $pair = $context->pair;
    if ($definition['shared'] ?? false) {
        unset($fields['reg']);
    }
    if (isset($role['subject'])) {
        $subject = $role['subject']->get();
        $pair = $run->takePair($subject, $arguments);
        $fields += ['on' => $run->recorder->reference($subject), 'pair' => $pair['number']];
    }
    $seen = array_map($run->recorder->reference(...), array_slice($arguments, 0, 2));
    $fields += ['call' => $number, 'argc' => count($arguments), 'args' => $seen];
    $frame = $run->recorder->begin($fields, $context->indices);
    $inside = new Context($context->indices, $pair);
    $thrown = $run->perform($definition['steps'] ?? [], $inside);
    if ($thrown !== null) {
        return leave($run, $frame, $thrown, true, $context);
    }
    $endings = $definition['ends'] ?? [];
    if ($endings === []) {
        $run->recorder->end($frame, [], $context->indices);
        return [null, false];
    }
    $chosen = $endings[min($number, count($endings)) - 1];
    $throws = array_key_exists('throw', $chosen);
    $value = evaluate($run, $throws ? $chosen['throw'] : $chosen['return'], $inside);
    return leave($run, $frame, $value, $throws, $context);
}

/** Ends a frame of user code with a value that is returned or thrown. */
function leave(Run $run, int $frame, mixed $value, bool $throws, Context $context): array
{
    $seen = $run->recorder->reference($value);
    $run->recorder->end($frame, [$throws ? 'threw' : 'returned' => $seen], $context->indices);
    return [$value, $throws];
}
