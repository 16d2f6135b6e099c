<?php

declare(strict_types=1);

namespace AplusHost;

/**
 * Whether the host's thread, which runs the library's queue, computes.
 *
 * It computes if it runs for at least half of the time in which no other one takes its processor. It computes until two
 * looks show that it slept.
 */
final class Activity
{
    /** Seconds since the last event: of processor time, and by the clock. */
    public float $used = 0;
    public float $elapsed = 0;
    private int $count = -1;
    private float $moment = 0;
    private ?array $share = null;
    private bool $isComputing = false;

    /** Whether it has computed since the last look. An event begins anew. */
    public function isComputing(int $count): bool
    {
        if ($count !== $this->count) {
            [$this->count, $this->share, $this->isComputing] = [$count, null, true];
            [$this->used, $this->elapsed] = [0, 0];
            return true;
        }
        $now = microtime(true);
        $elapsed = $now - $this->moment;
        if ($this->share !== null && $elapsed < COMPUTATION_STEP / 1000) {
            return $this->isComputing;
        }
        $share = self::share($now);
        if ($this->share !== null) {
            [$ran, $waited] = [$share[0] - $this->share[0], $share[1] - $this->share[1]];
            $this->used += $ran;
            $this->elapsed += $elapsed;
            $this->isComputing = $ran >= $elapsed / 100 && $ran >= ($elapsed - $waited) / 2;
        }
        [$this->share, $this->moment] = [$share, $now];
        return $this->isComputing;
    }

    /** How long it has computed since the last event, as a trace says it. */
    public function description(): string
    {
        return sprintf('{"used":%d,"elapsed":%d}', 1000 * $this->used, 1000 * $this->elapsed);
    }

    /** For how many seconds it has run, and has waited for a processor, as far as the kernel shows it. */
    private static function share(float $now): array
    {
        $text = @file_get_contents('/proc/self/schedstat');
        if ($text !== false) {
            return array_map(fn ($field) => (int) $field / 1e9, array_slice(explode(' ', $text), 0, 2));
        }
        $times = getrusage();
        return [$times['ru_utime.tv_sec'] + $times['ru_utime.tv_usec'] / 1e6, 0];
    }
}
