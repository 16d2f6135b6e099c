"""A library with a completion handler and no promises."""

import threading


def fetch(completion):
    threading.Thread(target=completion, args=(None, "value")).start()


capabilities = ["callbacks"]
