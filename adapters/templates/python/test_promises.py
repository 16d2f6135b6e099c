"""One test for each requirement. The wheel of aplus-check has the plugin for pytest."""

import pytest


@pytest.mark.aplus(".")
def test_promises(aplus_requirement):
    aplus_requirement.check()
