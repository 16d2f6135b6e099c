"""The task groups of asyncio, as scopes."""

from asyncio import TaskGroup
import platform

version, driver = platform.python_version(), "asyncio"
task_scope = TaskGroup
capabilities = ["failure:cancels-siblings"]
