package Host;

# The adapter and the current run. Other modules do not import these, because `local` would change only the imported
# variable.

use v5.26;
use warnings;

# The hash of an adapter file, with defaults for absent keys.
our $adapter;
# The current or last run. While user code runs, it is the run that the code belongs to.
our $run;

1;
