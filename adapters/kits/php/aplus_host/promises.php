<?php
/** Makes and settles promises of the library. */

declare(strict_types=1);

namespace AplusHost;

const SETTLES = ['fulfilled' => 'fulfill', 'rejected' => 'reject', 'resolved' => 'resolve'];

/** Makes a promise of the library. */
function make(Run $run, array $expression, Context $context): object
{
    $state = $expression['promise'];
    $isDue = isset($expression['when']);
    $value = evaluate($run, $expression['with'] ?? null, $context);
    $ready = $isDue || $state === 'pending' ? null : $run->adapter->ready($state);
    $shown = $isDue ? 'pending' : $state;
    $fields = ['in' => 'make', 'promise' => $shown, 'door' => $ready === null ? 'deferred' : 'ready'];
    $fields += $context->step === null ? [] : ['step' => $context->step];
    $fields += $shown === 'pending' ? [] : ['with' => $run->recorder->reference($value)];
    $settlers = null;
    $body = function () use ($run, $ready, $value, $shown, $state, &$settlers) {
        if ($ready !== null) {
            return $ready($value);
        }
        [$promise, $resolve, $reject] = $run->adapter->deferred();
        $settlers = [$resolve, $reject];
        if ($shown !== 'pending') {
            settle($settlers, SETTLES[$state], $value);
        }
        return $promise;
    };
    [$promise, $threw] = enter($run, $fields, $context, $body, function ($made) use ($run) {
        $run->recorder->introduce($made, ['kind' => 'promise']);
        return ['gives' => $run->recorder->reference($made)];
    });
    if ($threw) {
        return $run->names->mark('UNBOUND');
    }
    if ($settlers !== null) {
        $run->settlers[spl_object_id($promise)] = $settlers;
    }
    if ($isDue) {
        settleWhenIdle($run, $promise, $settlers, SETTLES[$state], $value, $context);
    }
    return $promise;
}

function settleWhenIdle(Run $run, object $promise, array $settlers, string $verb, mixed $value, Context $context): void
{
    $due = $run->recorder->reference($promise);
    $run->idleBlocks[] = function () use ($run, $due, $settlers, $verb, $value, $context) {
        $run->recorder->note(['e' => 'block', 'due' => $due], $context->indices);
        $fields = ['in' => $verb, 'on' => $due, 'with' => $run->recorder->reference($value)];
        enter($run, $fields, $context, fn () => settle($settlers, $verb, $value));
    };
}

/** Settles a promise through its own resolvers; PHP has one `resolve` for values and promises. */
function settle(array $settlers, string $verb, mixed $value): void
{
    $settlers[$verb === 'reject' ? 1 : 0]($value);
}
