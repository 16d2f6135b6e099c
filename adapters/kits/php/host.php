<?php
/**
 * A host for promises in PHP, 8.1 or later: performs programs on a library and writes what it saw.
 *
 *     php host.php ADAPTER-FILE [--name NAME] [--library LIBRARY]
 *
 * The parts, in order: the wire, the recorder, what escapes, user code, the run with its verbs, the adapter, the start.
 */

declare(strict_types=1);

const LONGEST_TEXT = 200;
/** Seconds without an event until a library that never rests counts as `bounded`. */
const PATIENCE = 6.0;
/** So many more for each event so far: a library may pass on 100,000 links without one. */
const PATIENCE_PER_EVENT = 0.0003;
/** As many nested calls of `assureRoom` take more of the stack than the host between two calls of the library. */
const ROOM = 10;
const SIGNAL_OF_ABORTS = 6;
/** What ends a process at once, and can be caught by nobody. */
const FATAL = E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR | E_USER_ERROR | E_RECOVERABLE_ERROR;
const SETTLES = ['fulfilled' => 'fulfill', 'rejected' => 'reject', 'resolved' => 'resolve'];

/** Runs the host's own code: what it throws is a fault of the host, never the library's to catch. */
function guarded(callable $body): mixed
{
    try {
        return $body();
    } catch (Throwable $error) {
        fwrite(STDERR, "host: $error\n");
        exit(70);
    }
}

/**
 * Fails where too little stack is left for the host, in a PHP that throws an Error then: a library that calls itself for
 * each link of a chain calls user code there. To the library it is as if the user's code took more stack than there is.
 */
function assureRoom(int $depth = ROOM): void
{
    if ($depth > 0) {
        array_map(assureRoom(...), [$depth - 1]);
    }
}

/** A value as JSON. */
function text(mixed $value): string
{
    return json_encode($value, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES, 4096);
}

/** JSON Lines over descriptors that the library cannot reach by accident. */
final class Wire
{
    private $input;
    private $output;
    private array $replacements;

    public function __construct()
    {
        $this->input = fopen('php://fd/0', 'r');
        $this->output = fopen('php://fd/1', 'w');
        // The lowest free descriptor is used: 0 reads nothing, and 1 goes where 2 goes.
        fclose(STDIN);
        $this->replacements[] = fopen('/dev/null', 'r');
        fclose(STDOUT);
        $this->replacements[] = fopen('php://fd/2', 'w');
    }

    /** The next message; null at the end of input. */
    public function read(): ?array
    {
        while (($line = fgets($this->input)) !== false) {
            if (trim($line) !== '') {
                return json_decode($line, true, 4096, JSON_THROW_ON_ERROR);
            }
        }
        return null;
    }

    /** Writes a line at once; ends the process where nobody reads any more. */
    public function write(string $line): void
    {
        $line .= "\n";
        while ($line !== '') {
            $written = @fwrite($this->output, $line);
            if ($written === false || $written === 0) {
                exit(0);
            }
            $line = substr($line, $written);
        }
    }
}

/** An identity and nothing else. */
final class Mark
{
}

/** Carries what is no error through a language that throws only errors. */
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

/** Numbers the events, frames and identities of one run. */
final class Recorder
{
    /** As JSON, which takes a tenth of the memory. */
    public array $events = [];
    public array $objects = [];
    public int $round = 0;
    public int $count = 0;
    public int $registrations = 0;
    public int $pairs = 0;
    private int $frames = 0;
    private int $open = 0;
    private array $identities = [];
    /** Descriptions that are new or changed since the last event was handed on, by identity. */
    private array $changed = [];
    private bool $isOver = false;

    /** Records as many events as `$limit` says; `$overrun` is told of the first one beyond that, and ends the process. */
    public function __construct(
        private Adapter $adapter,
        private bool $weakly,
        private mixed $nothing,
        public ?Closure $written,
        private int $limit,
        private Closure $overrun,
    ) {
    }

    /** Hands on what comes from now on, however much it is. */
    public function finish(Closure $written): void
    {
        $this->limit = PHP_INT_MAX;
        $this->written = $written;
    }

    public function note(array $event, array $indices = []): void
    {
        if ($this->isOver) {
            return;
        }
        if ($this->count >= $this->limit) {
            // What is taken apart with the process may call user code.
            $this->isOver = true;
            ($this->overrun)();
        }
        $this->count += 1;
        $record = ['n' => $this->count, 's' => 0] + $event;
        if ($indices !== []) {
            $record['i'] = $indices;
        }
        if ($this->round > 0) {
            $record['r'] = $this->round;
        }
        $event = text($record);
        $this->events[] = $event;
        if ($this->written !== null) {
            ($this->written)($event, $this->changed === [] ? '' : ',"objects":' . text((object) $this->changed));
            $this->changed = [];
        }
    }

    /** Whether a frame has no end yet. */
    public function isOpen(): bool
    {
        return $this->open > 0;
    }

    public function begin(array $fields, array $indices): int
    {
        $this->frames += 1;
        $this->open += 1;
        $this->note(['e' => 'begin', 'f' => $this->frames] + $fields, $indices);
        return $this->frames;
    }

    public function end(int $frame, array $result, array $indices): void
    {
        $this->note(['e' => 'end', 'f' => $frame] + $result, $indices);
        $this->open -= 1;
    }

    /** Lets go of all objects. */
    public function release(): void
    {
        $this->events = $this->objects = $this->identities = [];
    }

    /** Enters an object, unless it is known; gives it back. */
    public function introduce(object $value, array $description): object
    {
        if ($this->known($value) === null) {
            $keeper = $this->weakly ? WeakReference::create($value) : $value;
            $this->identities[spl_object_id($value)] = [$this->enter($description), $keeper];
        }
        return $value;
    }

    /** Keeps an object no longer for its identity. */
    public function forget(object $value): void
    {
        $index = $this->known($value);
        if ($index !== null) {
            $this->identities[spl_object_id($value)] = [$index, WeakReference::create($value)];
        }
    }

    public function name(mixed $value, string $name): void
    {
        $index = is_object($value) ? $this->reference($value)['ref'] ?? null : null;
        if ($index !== null && !in_array($name, $this->objects[$index]['names'] ?? [], true)) {
            $this->objects[$index]['names'][] = $name;
            $this->change($index);
        }
    }

    /** How a value is written in a trace. */
    public function reference(mixed $value): mixed
    {
        if ($value instanceof Thrown) {
            $value = $value->value;
        }
        return match (true) {
            $value === null => $this->nothing,
            is_bool($value) => $value,
            is_int($value) => abs($value) < 2 ** 53 ? $value : ['bigint' => "$value"],
            is_float($value) => self::numeral($value),
            is_string($value) => ['text' => self::shortened($value)],
            // Arrays are values in PHP: each has an identity of its own, and the judge compares their elements.
            is_array($value) => ['ref' => $this->enter(
                ['kind' => 'list', 'foreign' => true, 'items' => array_map($this->reference(...), array_values($value))]
            )],
            is_object($value) => ['ref' => $this->known($value) ?? $this->meet($value)],
            default => ['text' => gettype($value)],
        };
    }

    /** Like `reference`, for what a library call gave as a promise. */
    public function promiseReference(mixed $value): mixed
    {
        if (is_object($value) && method_exists($value, 'then')) {
            $this->introduce($value, ['kind' => 'promise', 'thenable' => true]);
        }
        return $this->reference($value);
    }

    private function known(object $value): ?int
    {
        [$index, $keeper] = $this->identities[spl_object_id($value)] ?? [null, null];
        return $keeper instanceof WeakReference && $keeper->get() !== $value ? null : $index;
    }

    private function enter(array $description): int
    {
        if ($this->round > 0) {
            $description['round'] = $this->round;
        }
        $this->objects[] = $description;
        $this->change(count($this->objects) - 1);
        return count($this->objects) - 1;
    }

    /** Notes that an object is to be described with the next event. */
    private function change(int $index): void
    {
        if ($this->written !== null) {
            $this->changed[$index] = $this->objects[$index];
        }
    }

    /** Enters an object that came out of the library. */
    private function meet(object $value): int
    {
        $class = self::shortened($value::class);
        $description = match (true) {
            $value instanceof Throwable => [
                'kind' => 'error',
                'class' => $this->adapter->isSelfResolution($value) ? 'TypeError' : $class,
                'message' => self::shortened($value->getMessage()),
            ],
            $value instanceof Closure => ['kind' => 'function'],
            method_exists($value, 'then') => ['kind' => 'promise'],
            default => ['kind' => 'object', 'class' => $class],
        };
        $this->introduce($value, $description + ['foreign' => true] + $this->adapter->judged($value));
        return $this->known($value);
    }

    private static function numeral(float $number): mixed
    {
        return match (true) {
            is_nan($number) => ['is' => 'NaN'],
            is_infinite($number) => ['is' => $number > 0 ? 'Infinity' : '-Infinity'],
            $number === 0.0 && fdiv(1, $number) < 0 => ['is' => '-0'],
            default => $number,
        };
    }

    private static function shortened(string $text): string
    {
        return substr($text, 0, LONGEST_TEXT);
    }
}

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

    /** Notes what user code throws: where it goes uncaught, no frame tells whose it is. */
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
            exit(1);
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

/** Where a step stands: the indices of repeats, the innermost pair, the step that values belong to. */
final class Context
{
    public function __construct(public array $indices = [], public ?array $pair = null, public ?int $step = null)
    {
    }

    public function at(array $step): self
    {
        return new self($this->indices, $this->pair, $step['id']);
    }

    /** The name that a name stands for inside the repeats. */
    public function name(string $written): string
    {
        if ($this->indices === [] || !str_contains($written, '#')) {
            return $written;
        }
        $index = $this->indices[count($this->indices) - 1];
        if (!str_ends_with($written, '#-1')) {
            return str_replace('#', "$index", $written);
        }
        return str_replace('#-1', $index === 0 ? '-start' : (string) ($index - 1), $written);
    }
}

/** The performance of one program. */
final class Run
{
    public Recorder $recorder;
    private int $number;
    private array $program;
    private bool $collects;
    private array $names = [];
    private array $shared = [];
    private array $settlers = [];
    private array $firstPairs = [];
    private array $watched = [];
    private array $thrown = [];
    private array $idleBlocks = [];
    private array $turns = [];

    public function __construct(private Adapter $adapter, private Wire $wire, array $message)
    {
        $this->number = $message['run'];
        $this->program = $message['program'];
        $text = json_encode($this->program, 0, 4096);
        $this->collects = str_contains($text, '"probe":');
        // PHP has one nothing: it is written as the program calls it.
        $nothing = preg_match('/[:\[,]null\b/', $text) === 1 ? null : ['is' => 'undefined'];
        $tell = fn ($event, $objects) => $wire->write("{\"run\":$this->number,\"event\":$event$objects}");
        $written = ($message['stream'] ?? false) ? $tell : null;
        $overrun = function () {
            $this->answer($this->trace('overrun'));
            // The library may go on for ever.
            exit(0);
        };
        $limit = $message['limit'] ?? PHP_INT_MAX;
        $this->recorder = new Recorder($adapter, $this->collects, $nothing, $written, $limit, $overrun);
    }

    /** Performs all rounds and tells the trace; what comes after it is late. */
    public function performAll(): void
    {
        for ($round = 0; $round < ($this->program['rounds'] ?? 1); $round += 1) {
            $this->beginRound($round);
            guarded(fn () => $this->perform($this->program['steps'], new Context()));
            $this->phases();
        }
        $trace = $this->trace('quiet');
        $this->release();
        $this->answer($trace);
        $this->recorder->finish(fn ($event) => $this->wire->write("{\"late\":$this->number,\"event\":$event}"));
    }

    private function trace(string $ending): string
    {
        $events = implode(',', $this->recorder->events);
        $objects = text($this->recorder->objects);
        return '{"trace":"aplus-trace/1","ending":"' . $ending . '","objects":' . $objects . ',"events":[' . $events . ']}';
    }

    private function answer(string $trace): void
    {
        $this->wire->write("{\"run\":$this->number,\"trace\":$trace}");
    }

    /**
     * Lets go of everything, before the trace is told: a library that cannot take its promises apart dies
     * of this run, and not of the next. What promises do then is after the trace; what comes later is late.
     */
    private function release(): void
    {
        $this->recorder->written = null;
        $this->beginRound(0);
        Host::free($this->recorder->release(...));
        Host::free(gc_collect_cycles(...));
    }

    /** Fresh names, closures and blocks. */
    private function beginRound(int $round): void
    {
        $this->recorder->round = $round;
        Host::free(function () {
            $this->names = $this->shared = $this->settlers = $this->firstPairs = $this->watched = $this->thrown = [];
            $this->idleBlocks = $this->turns = [];
        });
    }

    /** Performs idle blocks, one a phase, until none is left. */
    private function phases(): void
    {
        do {
            $this->recorder->note(['e' => 'phase', 'strength' => $this->settleDown()]);
            $block = array_shift($this->idleBlocks);
            if ($block !== null) {
                guarded($block);
            }
        } while ($block !== null);
    }

    /** Lets turns and the library run until nothing can run; gives the strength of the evidence. */
    private function settleDown(): string
    {
        [$since, $seen] = [microtime(true), $this->recorder->count];
        while ($this->turns !== [] || $this->adapter->isBusy()) {
            // What the library has queued may run before a turn or after it; here it does before.
            if ($this->turns !== [] && !$this->adapter->isBusy()) {
                guarded(array_shift($this->turns));
            }
            try {
                $this->adapter->turn();
            } catch (Throwable $error) {
                Host::uncaught($error);
            }
            if ($seen !== $this->recorder->count) {
                [$since, $seen] = [microtime(true), $this->recorder->count];
            } elseif ($this->turns === [] && microtime(true) - $since > PATIENCE + PATIENCE_PER_EVENT * $seen) {
                return 'bounded';
            }
        }
        return 'proved';
    }

    /**
     * Performs steps one after another; gives what a resolver threw, which ends them, as in the language.
     *
     * `combine` is asked for before `call`, which is also a key of it.
     */
    private function perform(array $steps, Context $context): ?Throwable
    {
        foreach ($steps as $step) {
            $thrown = match (true) {
                isset($step['let']) => $this->let($step, $context),
                isset($step['fulfill']) => $this->settleStep('fulfill', $step, $context),
                isset($step['reject']) => $this->settleStep('reject', $step, $context),
                isset($step['resolve']) => $this->settleStep('resolve', $step, $context),
                isset($step['then']) => $this->then($step, $context),
                isset($step['combine']) => $this->combine($step, $context),
                isset($step['call']) => $this->callResolver($step, $context),
                isset($step['mark']) => $this->recorder->note(
                    ['e' => 'mark', 'step' => $step['id'], 'name' => $step['mark']],
                    $context->indices
                ),
                isset($step['later']) => $this->later($step, $context),
                isset($step['repeat']) => $this->repeat($step, $context),
                isset($step['drop']) => $this->drop($step, $context),
                isset($step['probe']) => $this->probe($step, $context),
                isset($step['cancel']) => $this->cancel($step, $context),
            };
            if ($thrown !== null) {
                return $thrown;
            }
        }
        return null;
    }

    private function let(array $step, Context $context): void
    {
        $inside = $context->at($step);
        $value = $this->evaluate($step['be'], $inside);
        if (isset($step['be']['promise']) && $value === ($this->names['UNBOUND'] ?? null)) {
            $this->unbound($step['let'], $inside);
            return;
        }
        $this->bind($step['let'], $value, $context);
        $seen = $this->recorder->reference($value);
        $this->recorder->note(['e' => 'let', 'step' => $step['id'], 'name' => $step['let'], 'value' => $seen], $context->indices);
    }

    private function settleStep(string $verb, array $step, Context $context): void
    {
        $inside = $context->at($step);
        $promise = $this->bound($step[$verb], $inside);
        if ($promise === null) {
            return;
        }
        $settlers = $this->settlers[spl_object_id($promise)] ?? null;
        if ($settlers === null) {
            $this->unbound($step[$verb], $inside);
            return;
        }
        $value = $this->evaluate($step['with'], $inside);
        $fields = ['in' => $verb, 'step' => $step['id'], 'on' => $this->recorder->reference($promise)];
        $fields['with'] = $this->recorder->reference($value);
        $this->enter($fields, $context, fn () => self::settle($settlers, $verb, $value));
    }

    private function then(array $step, Context $context): void
    {
        $inside = $context->at($step);
        $promise = $this->bound($step['then'], $inside);
        if ($promise === null) {
            return;
        }
        $number = $this->recorder->registrations += 1;
        $handlers = [];
        $seen = [];
        foreach (['ok', 'bad'] as $word) {
            $role = ['frame' => ['in' => 'handler', 'reg' => $number, 'slot' => $word]];
            $handler = $this->slot($step[$word] ?? null, $inside, $role);
            if (isset($step[$word])) {
                $isFunction = is_string($step[$word]);
                $seen[$word] = $isFunction ? $step[$word] : ['not' => $this->recorder->reference($handler)];
            }
            $handlers[] = $handler;
        }
        $given = isset($step['bad']) ? 2 : (isset($step['ok']) ? 1 : 0);
        $fields = ['in' => 'then', 'step' => $step['id'], 'on' => $this->recorder->reference($promise), 'reg' => $number];
        $body = fn () => $this->adapter->then($promise, ...array_slice($handlers, 0, $given));
        $this->give($step, $context, $fields + $seen, $body);
    }

    private function combine(array $step, Context $context): void
    {
        $inside = $context->at($step);
        $members = array_map(fn ($member) => $this->evaluate($member, $inside), $step['of']);
        $slots = ['finally' => 'finally', 'recover' => 'bad'];
        $slot = $slots[$step['combine']] ?? null;
        $role = ['frame' => $slot === null ? ['in' => 'task'] : ['in' => 'handler', 'slot' => $slot]];
        $function = $this->slot($step['call'] ?? null, $inside, $role);
        $fields = ['in' => 'combine', 'step' => $step['id'], 'kind' => $step['combine']];
        $fields['of'] = array_map($this->recorder->reference(...), $members);
        $options = ['ms' => $step['ms'] ?? null, 'times' => $step['times'] ?? null, 'call' => $function];
        $this->give($step, $context, $fields, fn () => $this->adapter->combine($step['combine'], $members, $options));
    }

    private function callResolver(array $step, Context $context): ?Throwable
    {
        $inside = $context->at($step);
        [$name, $which] = str_contains($step['call'], '.') ? explode('.', $step['call']) : [null, $step['call']];
        $subject = $name === null ? null : $this->names[$inside->name($name)] ?? null;
        $named = is_object($subject) ? $this->firstPairs[spl_object_id($subject)] ?? null : null;
        $pair = $name === null ? $context->pair : $named;
        $resolver = $pair[$which] ?? null;
        if (!is_callable($resolver)) {
            $this->unbound($step['call'], $inside);
            return null;
        }
        $fields = ['in' => 'call', 'step' => $step['id'], 'pair' => $pair['number'], 'which' => $which];
        $values = [];
        if (array_key_exists('with', $step)) {
            $values = [$this->evaluate($step['with'], $inside)];
            $fields['with'] = $this->recorder->reference($values[0]);
        }
        [$thrown, $threw] = $this->enter($fields, $context, fn () => $resolver(...$values));
        return $threw ? $thrown : null;
    }

    private function later(array $step, Context $context): void
    {
        $block = function () use ($step, $context) {
            $this->recorder->note(['e' => 'block', 'step' => $step['id']], $context->indices);
            $this->perform($step['do'], $context);
        };
        if ($step['later'] === 'idle') {
            $this->idleBlocks[] = $block;
        } else {
            $this->turns[] = $block;
        }
    }

    private function repeat(array $step, Context $context): ?Throwable
    {
        for ($index = 0; $index < $step['repeat']; $index += 1) {
            $inside = new Context([...$context->indices, $index], $context->pair, $context->step);
            $thrown = $this->perform($step['do'], $inside);
            if ($thrown !== null) {
                return $thrown;
            }
        }
        return null;
    }

    private function drop(array $step, Context $context): void
    {
        $fields = ['in' => 'drop', 'step' => $step['id'], 'names' => $step['drop']];
        $this->enter($fields, $context, function () use ($step, $context) {
            foreach ($step['drop'] as $written) {
                $value = $this->names[$context->name($written)] ?? null;
                if (is_object($value)) {
                    unset($this->settlers[spl_object_id($value)]);
                    $this->recorder->forget($value);
                }
                unset($this->names[$context->name($written)], $this->shared[$written]);
            }
        });
    }

    private function probe(array $step, Context $context): void
    {
        Host::free(gc_collect_cycles(...));
        $left = array_filter($this->watched[$context->name($step['probe'])] ?? [], fn ($weak) => $weak->get() !== null);
        $event = ['e' => 'gone', 'step' => $step['id'], 'name' => $step['probe'], 'yes' => $left === []];
        $this->recorder->note($event, $context->indices);
    }

    private function cancel(array $step, Context $context): void
    {
        $inside = $context->at($step);
        $promise = $this->bound($step['cancel'], $inside);
        if ($promise === null) {
            return;
        }
        $fields = ['in' => 'cancel', 'step' => $step['id'], 'on' => $this->recorder->reference($promise)];
        $reasons = [];
        if (array_key_exists('with', $step)) {
            $reasons = [$this->evaluate($step['with'], $inside)];
            $fields['with'] = $this->recorder->reference($reasons[0]);
        }
        $this->enter($fields, $context, fn () => $this->adapter->cancel($promise, ...$reasons));
    }

    /** A call that gives a promise, which `as` names. */
    private function give(array $step, Context $context, array $fields, Closure $body): void
    {
        $describe = fn ($given) => ['gives' => $this->recorder->promiseReference($given)];
        [$value, $threw] = $this->enter($fields, $context, $body, $describe);
        if (isset($step['as']) && !$threw) {
            $this->bind($step['as'], $value, $context);
        }
        Host::free(function () use (&$value) {
            $value = null;
        });
    }

    /** A call into the library: a frame around it, whatever comes out; gives that, and whether it was thrown. */
    private function enter(array $fields, Context $context, Closure $body, ?Closure $describe = null): array
    {
        $frame = $this->recorder->begin($fields, $context->indices);
        try {
            $value = $body();
        } catch (Throwable $error) {
            $this->recorder->end($frame, ['threw' => $this->recorder->reference($error)], $context->indices);
            return [$error, true];
        }
        $this->recorder->end($frame, $describe === null ? [] : $describe($value), $context->indices);
        return [$value, false];
    }

    // MARK: User code

    /** A fresh function for a registration, or the one that all registrations share. */
    private function closure(string $name, array $role, Context $context): Closure
    {
        $definition = $this->program['functions'][$name];
        $isShared = $definition['shared'] ?? false;
        if ($isShared && isset($this->shared[$name])) {
            return $this->shared[$name];
        }
        $calls = 0;
        $made = function (mixed ...$arguments) use ($name, $definition, $role, $context, &$calls) {
            assureRoom();
            $calls += 1;
            $call = fn () => $this->call($name, $definition, $role, $calls, $arguments, $context);
            [$value, $throws] = guarded($call);
            if (!$throws) {
                return $value;
            }
            $error = $this->reason($value);
            Host::noteThrow($error, $this->recorder);
            throw $error;
        };
        if ($isShared) {
            $this->shared[$name] = $made;
        }
        $this->watch($name, $made);
        return $made;
    }

    /** One call of user code: its frame, its steps, its ending; gives a value, and whether it is thrown. */
    private function call(string $name, array $definition, array $role, int $number, array $arguments, Context $context): array
    {
        $fields = $role['frame'] + ['fn' => $name];
        $pair = $context->pair;
        if ($definition['shared'] ?? false) {
            unset($fields['reg']);
        }
        if (isset($role['subject'])) {
            $subject = $role['subject']->get();
            $pair = $this->takePair($subject, $arguments);
            $fields += ['on' => $this->recorder->reference($subject), 'pair' => $pair['number']];
        }
        $seen = array_map($this->recorder->reference(...), array_slice($arguments, 0, 2));
        $frame = $this->recorder->begin(
            $fields + ['call' => $number, 'argc' => count($arguments), 'args' => $seen],
            $context->indices
        );
        $inside = new Context($context->indices, $pair);
        $thrown = $this->perform($definition['steps'] ?? [], $inside);
        if ($thrown !== null) {
            return $this->leave($frame, $thrown, true, $context);
        }
        $endings = $definition['ends'] ?? [];
        if ($endings === []) {
            $this->recorder->end($frame, [], $context->indices);
            return [null, false];
        }
        $chosen = $endings[min($number, count($endings)) - 1];
        $throws = array_key_exists('throw', $chosen);
        $value = $this->evaluate($throws ? $chosen['throw'] : $chosen['return'], $inside);
        return $this->leave($frame, $value, $throws, $context);
    }

    /** Ends a frame of user code with a value, which is returned or thrown. */
    private function leave(int $frame, mixed $value, bool $throws, Context $context): array
    {
        $this->recorder->end($frame, [$throws ? 'threw' : 'returned' => $this->recorder->reference($value)], $context->indices);
        return [$value, $throws];
    }

    /** Numbers the pair of resolvers that a thenable got; the first is the one of its name. */
    private function takePair(object $subject, array $arguments): array
    {
        $number = $this->recorder->pairs += 1;
        $pair = ['number' => $number, 'resolve' => $arguments[0] ?? null, 'reject' => $arguments[1] ?? null];
        $this->firstPairs[spl_object_id($subject)] ??= $pair;
        return $pair;
    }

    /** A value as what this language can throw; always the same for the same value. */
    private function reason(mixed $value): Throwable
    {
        if ($value instanceof Throwable) {
            return $value;
        }
        return is_object($value) ? $this->thrown[spl_object_id($value)] ??= new Thrown($value) : new Thrown($value);
    }

    // MARK: Values

    private function evaluate(mixed $value, Context $context): mixed
    {
        return match (true) {
            is_string($value) => $this->lookUp($value, $context),
            !is_array($value) => $value,
            isset($value['text']) => $value['text'],
            isset($value['is']) => $this->special($value['is']),
            isset($value['error']) => $this->error($value['error']),
            isset($value['promise']) => $this->make($value, $context),
            isset($value['thenable']) => $this->thenable($value['thenable'], $context),
            isset($value['list']) => $this->list(
                array_map(fn ($item) => $this->evaluate($item, $context), $value['list'])
            ),
        };
    }

    private function special(string $word): mixed
    {
        $introduce = fn ($object) => $this->recorder->introduce($object, ['kind' => 'object', 'class' => ucfirst($word)]);
        $function = fn () => $this->recorder->introduce(fn () => $this->mark('O'), ['kind' => 'function']);
        return match ($word) {
            'undefined' => null,
            'NaN' => NAN,
            '-0' => -0.0,
            'bigint' => 2 ** 60,
            'function' => $function(),
            'array-of-function' => $this->list([$function()]),
            'date' => $introduce(new DateTimeImmutable()),
            default => $introduce(new Plain()),
        };
    }

    /** A list with an identity, which PHP's arrays do not have. */
    private function list(array $items): ArrayObject
    {
        $seen = array_map($this->recorder->reference(...), $items);
        return $this->recorder->introduce(new ArrayObject($items), ['kind' => 'list', 'items' => $seen]);
    }

    private function error(string $class): Throwable
    {
        $error = match ($class) {
            'TypeError' => new TypeError(),
            'RangeError' => new RangeException(),
            default => new Exception(),
        };
        return $this->recorder->introduce($error, ['kind' => 'error', 'class' => $class]);
    }

    private function thenable(array $thenable, Context $context): object
    {
        $then = $thenable['then'] ?? null;
        $isFunction = is_string($then);
        $subject = match (true) {
            !$isFunction => new Plain(),
            ($thenable['shape'] ?? 'object') === 'function' => new FunctionThenable(),
            ($thenable['shape'] ?? 'object') === 'heir' => new HeirThenable(),
            default => new Thenable(),
        };
        $this->recorder->introduce($subject, ['kind' => 'thenable'] + ($isFunction ? ['thenable' => true] : []));
        if (isset($thenable['as'])) {
            $this->bind($thenable['as'], $subject, $context);
        }
        if ($isFunction) {
            $role = ['frame' => ['in' => 'thenable'], 'subject' => WeakReference::create($subject)];
            $subject->body = $this->closure($then, $role, $context);
        } elseif ($then !== null) {
            $subject->then = $this->evaluate($then['not'], $context);
        }
        return $subject;
    }

    /** What stands where a function may stand: a closure, a non-function, or nothing. */
    private function slot(mixed $expression, Context $context, array $role): mixed
    {
        if ($expression === null) {
            return null;
        }
        return is_string($expression)
            ? $this->closure($expression, $role, $context)
            : $this->evaluate($expression['not'], $context);
    }

    // MARK: Promises and names

    /** Makes a promise of the library. */
    private function make(array $expression, Context $context): object
    {
        $state = $expression['promise'];
        $isDue = isset($expression['when']);
        $value = $this->evaluate($expression['with'] ?? null, $context);
        $ready = $isDue || $state === 'pending' ? null : $this->adapter->ready($state);
        $shown = $isDue ? 'pending' : $state;
        $fields = ['in' => 'make', 'promise' => $shown, 'door' => $ready === null ? 'deferred' : 'ready'];
        $fields += $context->step === null ? [] : ['step' => $context->step];
        $fields += $shown === 'pending' ? [] : ['with' => $this->recorder->reference($value)];
        $settlers = null;
        $body = function () use ($ready, $value, $shown, $state, &$settlers) {
            if ($ready !== null) {
                return $ready($value);
            }
            [$promise, $resolve, $reject] = $this->adapter->deferred();
            $settlers = [$resolve, $reject];
            if ($shown !== 'pending') {
                self::settle($settlers, SETTLES[$state], $value);
            }
            return $promise;
        };
        [$promise, $threw] = $this->enter($fields, $context, $body, function ($made) {
            $this->recorder->introduce($made, ['kind' => 'promise']);
            return ['gives' => $this->recorder->reference($made)];
        });
        if ($threw) {
            return $this->mark('UNBOUND');
        }
        if ($settlers !== null) {
            $this->settlers[spl_object_id($promise)] = $settlers;
        }
        if ($isDue) {
            $this->settleWhenIdle($promise, $settlers, SETTLES[$state], $value, $context);
        }
        return $promise;
    }

    private function settleWhenIdle(object $promise, array $settlers, string $verb, mixed $value, Context $context): void
    {
        $due = $this->recorder->reference($promise);
        $this->idleBlocks[] = function () use ($due, $settlers, $verb, $value, $context) {
            $this->recorder->note(['e' => 'block', 'due' => $due], $context->indices);
            $fields = ['in' => $verb, 'on' => $due, 'with' => $this->recorder->reference($value)];
            $this->enter($fields, $context, fn () => self::settle($settlers, $verb, $value));
        };
    }

    private static function settle(array $settlers, string $verb, mixed $value): void
    {
        $settlers[$verb === 'reject' ? 1 : 0]($value);
    }

    private function bind(string $written, mixed $value, Context $context): void
    {
        $name = $context->name($written);
        $this->names[$name] = $value;
        $this->recorder->name($value, $written);
        $this->watch($name, $value);
    }

    /** The promise that a name is bound to; without one, logs that the step does nothing. */
    private function bound(string $written, Context $context): ?object
    {
        $value = $this->names[$context->name($written)] ?? null;
        if (!is_object($value)) {
            $this->unbound($written, $context);
            return null;
        }
        return $value;
    }

    /** The value of a name; marks are made on first use. */
    private function lookUp(string $written, Context $context): mixed
    {
        $name = $context->name($written);
        if (ctype_upper($written[0])) {
            return $this->mark($written, $name);
        }
        if (array_key_exists($name, $this->names)) {
            return $this->names[$name];
        }
        $this->unbound($written, $context);
        return $this->mark('UNBOUND');
    }

    private function mark(string $written, ?string $name = null): object
    {
        $name ??= $written;
        if (!isset($this->names[$name])) {
            $this->names[$name] = $this->recorder->introduce(new Mark(), ['kind' => 'mark', 'names' => [$written]]);
            $this->watch($name, $this->names[$name]);
        }
        return $this->names[$name];
    }

    private function unbound(string $name, Context $context): void
    {
        $step = $context->step === null ? [] : ['step' => $context->step];
        $this->recorder->note(['e' => 'unbound', 'name' => $name] + $step, $context->indices);
    }

    /** Remembers, without holding it, what a `probe` may ask for. */
    private function watch(string $name, mixed $value): void
    {
        if ($this->collects && is_object($value)) {
            $this->watched[$name][] = WeakReference::create($value);
        }
    }
}

/** The doors of a library: what an adapter file returns, with the defaults for what it leaves out. */
final class Adapter
{
    public string $name;
    private array $doors;

    public function __construct(string $path, array $given)
    {
        $this->doors = require realpath($path);
        $this->name = $given['name'] ?? pathinfo($path, PATHINFO_FILENAME);
        $this->doors['library'] = $given['library'] ?? $this->doors['library'] ?? $this->name;
    }

    public function deferred(): array
    {
        return $this->doors['deferred']();
    }

    public function then(object $promise, mixed ...$handlers): mixed
    {
        return isset($this->doors['then']) ? $this->doors['then']($promise, ...$handlers) : $promise->then(...$handlers);
    }

    public function cancel(object $promise, mixed ...$reasons): mixed
    {
        return $this->doors['cancel']($promise, ...$reasons);
    }

    public function combine(string $kind, array $members, array $options): mixed
    {
        return $this->doors['combinators'][$kind]($members, $options);
    }

    /** The ready-made door for a state; null where the library has none. */
    public function ready(string $state): ?Closure
    {
        $hasBoth = isset($this->doors['resolved'], $this->doors['rejected']);
        return $hasBoth ? $this->doors[$state === 'rejected' ? 'rejected' : 'resolved'] : null;
    }

    public function isBusy(): bool
    {
        return isset($this->doors['busy']) && $this->doors['busy']();
    }

    public function turn(): void
    {
        if ($this->isBusy()) {
            $this->doors['turn']();
        }
    }

    /** Whether the error is how this library rejects a promise that is resolved with itself. */
    public function isSelfResolution(Throwable $error): bool
    {
        return isset($this->doors['isSelfResolution']) && $this->doors['isSelfResolution']($error);
    }

    /** What the library's own reasons are. */
    public function judged(object $reason): array
    {
        $words = ['cancelled' => 'isCancellation', 'timedOut' => 'isTimeout'];
        $yes = array_filter($words, fn ($door) => isset($this->doors[$door]) && $this->doors[$door]($reason));
        return array_map(fn () => true, $yes);
    }

    public function hello(): array
    {
        return [
            'hello' => 'aplus-host/1', 'adapter' => $this->name, 'language' => 'php',
            'library' => $this->doors['library'], 'version' => $this->doors['version'] ?? 'unknown',
            'capabilities' => $this->capabilities(), 'quiescence' => 'proved',
        ];
    }

    /** What follows from the file, corrected by its `capabilities`: a word adds, `-word` takes away. */
    private function capabilities(): array
    {
        $words = ['thenables', 'adopting-resolve', 'collect'];
        if ($this->ready('resolved') !== null) {
            $words[] = 'ready-made';
        }
        if (isset($this->doors['cancel'])) {
            $words[] = 'cancellation';
        }
        if (isset($this->doors['combinators'])) {
            $words[] = 'combinators:' . implode(',', array_keys($this->doors['combinators']));
        }
        foreach ($this->doors['capabilities'] ?? [] as $word) {
            $words = $word[0] === '-' ? array_diff($words, [substr($word, 1)]) : [...$words, $word];
        }
        return array_values($words);
    }
}

/** Performs every run that comes in. */
function main(array $arguments): void
{
    $wire = new Wire();
    $given = [];
    for ($index = 2; $index + 1 < count($arguments); $index += 2) {
        $given[ltrim($arguments[$index], '-')] = $arguments[$index + 1];
    }
    Host::$refuse = fn ($why) => $wire->write(text(['fatal' => $why]));
    try {
        $adapter = new Adapter($arguments[1] ?? throw new Exception('no adapter file is given'), $given);
    } catch (Throwable $error) {
        (Host::$refuse)("$error");
        Host::$refuse = null;
        exit(1);
    }
    Host::$refuse = null;
    $wire->write(text($adapter->hello()));
    while (($message = $wire->read()) !== null) {
        $run = new Run($adapter, $wire, $message);
        Host::$recorder = $run->recorder;
        $run->performAll();
    }
}

error_reporting(E_ALL & ~E_DEPRECATED);
// Enough for long traces; a library that wants more than a machine has ends its own process alone.
ini_set('memory_limit', '2G');
ini_set('display_errors', 'stderr');
register_shutdown_function(Host::end(...));
guarded(fn () => main($argv));
