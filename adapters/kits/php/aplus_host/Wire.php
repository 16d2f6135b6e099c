<?php

declare(strict_types=1);

namespace AplusHost;

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
        // Opening a file takes the lowest free descriptor: 0 is then empty, and 1 goes where 2 goes.
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
                return json_decode($line, true, DEEPEST_JSON, JSON_THROW_ON_ERROR);
            }
        }
        return null;
    }

    /** Writes a line at once; ends the process if the reader is gone. */
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
