"""A queue of requests whose cancel ends all requests with the same handler as one."""

from collections import deque

requests = deque()


def ask(done, value=None):
    requests.append((done, None, value))
    return done


def cancel(call):
    kept = [request for request in requests if request[0] is not call]
    if len(kept) < len(requests):
        kept.append((call, RuntimeError("cancelled"), None))
    requests.clear()
    requests.extend(kept)


def drain():
    if not requests:
        return False
    done, error, value = requests.popleft()
    done(error, value)
    return True


calls = {"value": ask, "echo": ask}
capabilities = ["timing:later", "throws:to-platform", "cancel:may-still-run"]
