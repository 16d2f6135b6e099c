"""A right library that does what a host may take for a fault: each settle call returns True, an error keeps its frames,
and a class has nearly the name of an entry point."""

import pathlib
import runpy

EXAMPLE = pathlib.Path(__file__).parents[3] / "adapters/kits/python/example/adapter.py"
example = runpy.run_path(str(EXAMPLE))
drain = example["drain"]


class Resolver:
    """A settle call of a deferred."""

    def __init__(self, settle):
        self.settle = settle

    def __call__(self, value=None):
        self.settle(value)
        return True


def deferred():
    promise, *settlers = example["deferred"]()
    return (promise, *map(Resolver, settlers))


def fail(completion, value=None):
    def run():
        try:
            raise OSError("failed")
        except OSError as error:
            completion(error)
    example["jobs"].append(run)


calls = {"error": fail}
capabilities = ["timing:later", "throws:to-platform"]
