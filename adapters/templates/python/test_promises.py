"""One test for each requirement. The wheel of aplus-check has the plugin for pytest."""

import pytest


# Without --quick, all chapters are run, which may take minutes.
@pytest.mark.aplus(".", "--quick")
def test_promises(aplus_requirement):
    aplus_requirement.check()
