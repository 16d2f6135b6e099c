package Host;

# What is performed, and on what: one variable each, as `local` would change an imported one for its importer alone.

use v5.26;
use warnings;

# The hash of an adapter file, with the defaults for what it leaves out.
our $adapter;
# The run that is performed, or was last; user code that is called makes it the run that it belongs to.
our $run;

1;
