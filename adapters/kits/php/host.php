<?php
/**
 * A host for promises in PHP, 8.1 or later: performs programs on a library and writes what it saw.
 *
 *     php host.php ADAPTER-FILE [--name NAME] [--library LIBRARY]
 */

declare(strict_types=1);

$parts = [
    'constants', 'support', 'Activity', 'Clock', 'Wire', 'objects', 'Recorder', 'Host', 'Context', 'Names', 'calls',
    'promises', 'user_code', 'kind_classes', 'kinds', 'values', 'performers', 'Run', 'Adapter', 'main',
];
foreach ($parts as $part) {
    require __DIR__ . "/aplus_host/$part.php";
}
unset($parts, $part);
// Adapters use `Host::uncaught` to report exceptions that the library hands to a hook instead of throwing them.
class_alias(AplusHost\Host::class, 'Host');

error_reporting(E_ALL & ~E_DEPRECATED);
// Enough for long traces. A library that tries to use more memory only ends this process.
ini_set('memory_limit', '2G');
ini_set('display_errors', 'stderr');
register_shutdown_function(AplusHost\Host::end(...));
AplusHost\guarded(fn () => AplusHost\main($argv));
