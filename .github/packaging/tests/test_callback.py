"""Tests of aplus_check.callback: python3 -m unittest discover .github/packaging/tests"""

import asyncio
import contextvars
import os
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "pypi"))

from aplus_check.callback import callback, callback_async


def on_thread(function, *values):
    threading.Thread(target=function, args=values, daemon=True).start()


def calls_twice(done):
    done()
    done()


class CallbackTest(unittest.TestCase):
    def test_one_call_returns_its_arguments(self):
        self.assertEqual(callback(lambda done: on_thread(done, 1, 2), timing="later"), (1, 2))
        self.assertEqual(callback(lambda done: done(), timing="at-once"), ())
        self.assertEqual(callback(lambda done: threading.Timer(0.05, done, (3,)).start()), (3,))

    def test_none_is_found_without_the_limit(self):
        start = time.monotonic()
        with self.assertRaisesRegex(AssertionError, "never called: nothing can run any more"):
            callback(lambda done: None, within=3600)
        self.assertLess(time.monotonic() - start, 60)

    def test_a_deadlock_names_its_thread(self):
        lock = threading.Lock()
        lock.acquire()

        def stuck():
            lock.acquire()

        with self.assertRaisesRegex(AssertionError, r"never called.*\n  thread .* is in stuck \(.*test_callback\.py"):
            callback(lambda done: on_thread(stuck), within=3600)
        lock.release()

    def test_a_thread_that_computes_ends_at_the_limit(self):
        is_over = False

        def compute():
            while not is_over:
                pass

        with self.assertRaisesRegex(AssertionError, r"not called within 0\.2 s\. It may still come[^\0]*compute"):
            callback(lambda done: on_thread(compute), within=0.2)
        self.assertEqual(callback(lambda done: done(4)), (4,))
        is_over = True

    def test_a_second_call_names_its_place(self):
        with self.assertRaisesRegex(AssertionError, r"called twice; expected once\. The second call was\n  in calls_twice"):
            callback(lambda done: on_thread(calls_twice, done))

    def test_a_second_call_after_the_wait_raises(self):
        kept = []

        def start(done):
            kept.append(done)
            done()

        callback(start)
        with self.assertRaisesRegex(AssertionError, "called again, after the wait"):
            kept[0]()

    def test_timing(self):
        with self.assertRaisesRegex(AssertionError, "before the function returned; expected later"):
            callback(lambda done: done(), timing="later")
        with self.assertRaisesRegex(AssertionError, "after the function had returned; expected at once"):
            callback(lambda done: threading.Timer(0.05, done).start(), timing="at-once")

        def other_thread_first(done):
            thread = threading.Thread(target=done)
            thread.start()
            thread.join()

        callback(other_thread_first, timing="later")

    def test_context(self):
        main = threading.get_ident()
        callback(lambda done: done(), context=lambda: threading.get_ident() == main)
        with self.assertRaisesRegex(AssertionError, r"where context\(\) is false"):
            callback(lambda done: on_thread(done), context=lambda: threading.get_ident() == main)

    def test_what_the_function_raises_is_raised(self):
        with self.assertRaises(KeyError):
            callback(lambda done: {}["no"])

    def test_wrong_arguments(self):
        for arguments, words in [
            ({"start": 3}, "expected a function"), ({"start": print, "timing": "soon"}, "timing is 'soon'; expected"),
            ({"start": print, "context": 1}, "context must be a function"), ({"start": print, "within": -1}, "within is -1"),
        ]:
            with self.assertRaisesRegex((TypeError, ValueError), words):
                callback(**arguments)


class AsyncioTest(unittest.IsolatedAsyncioTestCase):
    async def test_one_call_returns_its_arguments(self):
        loop = asyncio.get_running_loop()
        self.assertEqual(await callback_async(lambda done: loop.call_soon(done, 1), timing="later"), (1,))
        self.assertEqual(await callback_async(lambda done: loop.call_later(0.05, done, 2)), (2,))
        self.assertEqual(await callback_async(lambda done: loop.run_in_executor(None, done, 3)), (3,))

    async def test_none_is_found_without_the_limit(self):
        start = time.monotonic()
        with self.assertRaisesRegex(AssertionError, "never called: nothing can run any more"):
            await callback_async(lambda done: asyncio.get_running_loop().create_future().add_done_callback(done), within=3600)
        self.assertLess(time.monotonic() - start, 60)

    async def test_a_timer_beyond_the_limit_is_not_awaited(self):
        with self.assertRaisesRegex(AssertionError, "not called within 0.1 s|never called"):
            await callback_async(lambda done: asyncio.get_running_loop().call_later(3600, done), within=0.1)

    async def test_context_variables(self):
        name = contextvars.ContextVar("name", default="nowhere")
        name.set("here")
        loop = asyncio.get_running_loop()
        await callback_async(lambda done: loop.call_soon(done), context=lambda: name.get() == "here")
        with self.assertRaisesRegex(AssertionError, "where context"):
            await callback_async(
                lambda done: loop.call_soon(done, context=contextvars.Context()), context=lambda: name.get() == "here")


if __name__ == "__main__":
    unittest.main()
