<?php
/**
 * Performs each verb of a program.
 *
 * A performer returns only an exception of a resolver, which its caller, user code, must throw. Exceptions of other
 * calls end with their frame.
 */

declare(strict_types=1);

namespace AplusHost;

use LogicException;
use Throwable;

/** The function that performs a verb. */
function performer(string $verb): callable
{
    static $performers = [
        'let' => __NAMESPACE__ . '\performLet',
        'fulfill' => __NAMESPACE__ . '\performSettle',
        'reject' => __NAMESPACE__ . '\performSettle',
        'resolve' => __NAMESPACE__ . '\performSettle',
        'then' => __NAMESPACE__ . '\performThen',
        'call' => __NAMESPACE__ . '\performCall',
        'combine' => __NAMESPACE__ . '\performCombine',
        'cancel' => __NAMESPACE__ . '\performCancel',
        'mark' => __NAMESPACE__ . '\performMark',
        'later' => __NAMESPACE__ . '\performLater',
        'repeat' => __NAMESPACE__ . '\performRepeat',
        'drop' => __NAMESPACE__ . '\performDrop',
        'probe' => __NAMESPACE__ . '\performProbe',
    ];
    return $performers[$verb] ?? throw new LogicException("this host cannot perform $verb");
}

function performLet(Run $run, array $step, Context $context): void
{
    $inside = $context->at($step);
    $value = evaluate($run, $step['be'], $inside);
    if (isset($step['be']['promise']) && $run->names->isMissing($value)) {
        $run->names->unbound($step['let'], $inside);
        return;
    }
    $run->names->bind($step['let'], $value, $context);
    $seen = $run->recorder->reference($value);
    $event = ['e' => 'let', 'step' => $step['id'], 'name' => $step['let'], 'value' => $seen];
    $run->recorder->note($event, $context->indices);
}

function performSettle(Run $run, array $step, Context $context): void
{
    $verb = $step['verb'];
    $inside = $context->at($step);
    $promise = $run->names->bound($step[$verb], $inside);
    if ($promise === null) {
        return;
    }
    $settlers = $run->settlers[spl_object_id($promise)] ?? null;
    if ($settlers === null) {
        $run->names->unbound($step[$verb], $inside);
        return;
    }
    $value = evaluate($run, $step['with'], $inside);
    $fields = ['in' => $verb, 'step' => $step['id'], 'on' => $run->recorder->reference($promise)];
    $fields['with'] = $run->recorder->reference($value);
    enter($run, $fields, $context, fn () => settle($settlers, $verb, $value));
}

function performThen(Run $run, array $step, Context $context): void
{
    $inside = $context->at($step);
    $promise = $run->names->bound($step['then'], $inside);
    if ($promise === null) {
        return;
    }
    $number = $run->recorder->registrations += 1;
    $handlers = [];
    $seen = [];
    foreach (['ok', 'bad'] as $word) {
        $role = ['frame' => ['in' => 'handler', 'reg' => $number, 'slot' => $word]];
        $handler = slot($run, $step[$word] ?? null, $inside, $role);
        if (isset($step[$word])) {
            $isFunction = is_string($step[$word]);
            $seen[$word] = $isFunction ? $step[$word] : ['not' => $run->recorder->reference($handler)];
        }
        $handlers[] = $handler;
    }
    $given = isset($step['bad']) ? 2 : (isset($step['ok']) ? 1 : 0);
    $fields = ['in' => 'then', 'step' => $step['id'], 'on' => $run->recorder->reference($promise), 'reg' => $number];
    $body = fn () => $run->adapter->then($promise, ...array_slice($handlers, 0, $given));
    give($run, $step, $context, $fields + $seen, $body);
}

function performCombine(Run $run, array $step, Context $context): void
{
    $inside = $context->at($step);
    $kind = $step['combine'];
    $members = array_map(fn ($member) => evaluate($run, $member, $inside), $step['of']);
    $slots = ['finally' => 'finally', 'recover' => 'bad'];
    $slot = $slots[$kind] ?? null;
    $role = ['frame' => $slot === null ? ['in' => 'task'] : ['in' => 'handler', 'slot' => $slot]];
    $function = slot($run, $step['call'] ?? null, $inside, $role);
    $fields = ['in' => 'combine', 'step' => $step['id'], 'kind' => $kind];
    $fields['of'] = array_map($run->recorder->reference(...), $members);
    $options = ['ms' => $step['ms'] ?? null, 'times' => $step['times'] ?? null, 'call' => $function];
    give($run, $step, $context, $fields, fn () => $run->adapter->combine($kind, $members, $options));
}

function performCall(Run $run, array $step, Context $context): ?Throwable
{
    $inside = $context->at($step);
    [$name, $which] = str_contains($step['call'], '.') ? explode('.', $step['call']) : [null, $step['call']];
    $subject = $name === null ? null : $run->names->find($name, $inside);
    $named = $subject === null ? null : $run->firstPairs[spl_object_id($subject)] ?? null;
    $pair = $name === null ? $context->pair : $named;
    $resolver = $pair[$which] ?? null;
    if (!is_callable($resolver)) {
        $run->names->unbound($step['call'], $inside);
        return null;
    }
    $fields = ['in' => 'call', 'step' => $step['id'], 'pair' => $pair['number'], 'which' => $which];
    $values = [];
    if (array_key_exists('with', $step)) {
        $values = [evaluate($run, $step['with'], $inside)];
        $fields['with'] = $run->recorder->reference($values[0]);
    }
    [$thrown, $threw] = enter($run, $fields, $context, fn () => $resolver(...$values));
    return $threw ? $thrown : null;
}

function performCancel(Run $run, array $step, Context $context): void
{
    $inside = $context->at($step);
    $promise = $run->names->bound($step['cancel'], $inside);
    if ($promise === null) {
        return;
    }
    $fields = ['in' => 'cancel', 'step' => $step['id'], 'on' => $run->recorder->reference($promise)];
    $reasons = [];
    if (array_key_exists('with', $step)) {
        $reasons = [evaluate($run, $step['with'], $inside)];
        $fields['with'] = $run->recorder->reference($reasons[0]);
    }
    enter($run, $fields, $context, fn () => $run->adapter->cancel($promise, ...$reasons));
}

function performMark(Run $run, array $step, Context $context): void
{
    $run->recorder->note(['e' => 'mark', 'step' => $step['id'], 'name' => $step['mark']], $context->indices);
}

function performLater(Run $run, array $step, Context $context): void
{
    $block = function () use ($run, $step, $context) {
        $run->recorder->note(['e' => 'block', 'step' => $step['id']], $context->indices);
        $run->perform($step['do'], $context);
    };
    if ($step['later'] === 'idle') {
        $run->idleBlocks[] = $block;
    } else {
        $run->turns[] = $block;
    }
}

function performRepeat(Run $run, array $step, Context $context): ?Throwable
{
    for ($index = 0; $index < $step['repeat']; $index += 1) {
        $inside = new Context([...$context->indices, $index], $context->pair, $context->step);
        $thrown = $run->perform($step['do'], $inside);
        if ($thrown !== null) {
            return $thrown;
        }
    }
    return null;
}

function performDrop(Run $run, array $step, Context $context): void
{
    $fields = ['in' => 'drop', 'step' => $step['id'], 'names' => $step['drop']];
    enter($run, $fields, $context, function () use ($run, $step, $context) {
        foreach ($step['drop'] as $written) {
            $value = $run->names->find($written, $context);
            if ($value !== null) {
                unset($run->settlers[spl_object_id($value)]);
                $run->recorder->forget($value);
            }
            $run->names->drop($written, $context);
            unset($run->shared[$written]);
        }
    });
}

function performProbe(Run $run, array $step, Context $context): void
{
    Host::free(gc_collect_cycles(...));
    $yes = $run->names->isGone($step['probe'], $context);
    $event = ['e' => 'gone', 'step' => $step['id'], 'name' => $step['probe'], 'yes' => $yes];
    $run->recorder->note($event, $context->indices);
}
