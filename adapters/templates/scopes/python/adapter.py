# The adapter of your scopes, for aplus-check. Complete each place marked FILL IN, then remove its comment. The page of
# the kit for python describes all names.
from asyncio import TaskGroup

# FILL IN: remove this line if your library uses threads and no event loop
driver = "asyncio"
# FILL IN: makes the async context manager whose end waits for its tasks; for a bag of items that a cancel reaches, define
# scope(), add(scope, item) and cancel(scope) in its place
task_scope = TaskGroup
# FILL IN: what it promises, such as failure:cancels-siblings, or scopes:weak and notify:before-items of a bag
capabilities = ["failure:cancels-siblings"]
