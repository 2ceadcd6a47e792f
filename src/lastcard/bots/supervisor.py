"""A supervisor: the small program that stands between us and one bot, so that no process is left behind.

`process.py` runs it as a script: it imports nothing of ours, and little else. It starts the bot in a session
of its own with the system's limits, reports over a socket how the bot ended, and ends every process that
comes from it when the bot ends, when we ask for it, or when we are gone. On Linux it adopts what the bot
leaves (PR_SET_CHILD_SUBREAPER), so a process that has left the bot's session is found as well.

    python supervisor.py SOCKET MEMORY CPU PROCESSES COMMAND ...
"""

from __future__ import annotations

import os
import resource
import select
import signal
import sys
import time

FILE_SIZE = 64 << 20
DIE_WITH_PARENT, SUBREAPER, NO_NEW_PRIVILEGES = 1, 36, 38  # linux/prctl.h
TICK = 0.1  # seconds between two counts of processes
LINUX = sys.platform == "linux"


def main(words: list[str]) -> None:
    """Start the bot, report its process id and how it ended, and leave no process of it behind."""
    socket, memory, cpu, processes = (int(word) for word in words[:4])
    os.set_inheritable(socket, False)
    prctl(SUBREAPER, 1)
    wake, signalled = os.pipe()
    os.set_blocking(signalled, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(signalled, warn_on_full_buffer=False)
    bot = os.fork()
    if bot == 0:
        become(words[4:], socket, memory, cpu)
    tell(socket, f"bot {bot}")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for end in (0, 1, 2):  # the pipes are the bot's alone
        os.dup2(nowhere, end)
    watch(bot, socket, wake, processes)
    sweep(bot)


def become(command: list[str], socket: int, memory: int, cpu: int) -> None:
    """Turn into the bot: its own session, its limits, an empty environment."""
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        prctl(DIE_WITH_PARENT, signal.SIGKILL)
        prctl(NO_NEW_PRIVILEGES, 1)
        # Reserved address space is not memory (Node reserves gigabytes): Linux counts what can be written to.
        limit(resource.RLIMIT_DATA if LINUX else resource.RLIMIT_AS, memory)
        limit(resource.RLIMIT_CPU, cpu, cpu + 1)
        limit(resource.RLIMIT_FSIZE, FILE_SIZE)
        limit(resource.RLIMIT_CORE, 0)
        limit(resource.RLIMIT_NPROC, tasks() + 1024)  # a brake for fork bombs; PROCESSES is the rule
        os.execve(command[0], command, {})
    except OSError as error:
        tell(socket, f"exec {error.strerror}")
    finally:
        os._exit(127)


def limit(what: int, soft: int, hard: int | None = None) -> None:
    """Set a resource limit, not above the hard limit that is in force already."""
    most = resource.getrlimit(what)[1]
    hard = soft if hard is None else hard
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    try:
        resource.setrlimit(what, (soft, hard))
    except (OSError, ValueError):
        pass  # a limit that this system does not have


def tasks() -> int:
    """How many threads there are on this machine: the user's can't be more."""
    try:
        with open("/proc/loadavg") as file:
            return int(file.read().split()[3].partition("/")[2])
    except (OSError, IndexError, ValueError):
        return 4096


def watch(bot: int, socket: int, wake: int, processes: int) -> None:
    """Until the bot ends, has too many processes, or our parent asks us to end it (the socket is closed)."""
    while True:
        ready, _, _ = select.select([socket, wake], [], [], TICK)
        if socket in ready:
            return
        if wake in ready:
            os.read(wake, 4096)
            fate = reap(bot)
            if fate:
                tell(socket, fate)
                return
        if len(descendants(processes)) > processes and len(alive()) > processes:
            tell(socket, f"forks {processes}")
            return


def reap(bot: int) -> str | None:
    """Bury the dead; how the bot ended, if it is among them."""
    fate = None
    try:
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            pid, status = found
            if pid == bot:
                code = os.waitstatus_to_exitcode(status)
                fate = f"exit {code}" if code >= 0 else f"signal {-code}"
    except ChildProcessError:
        pass
    return fate


def sweep(bot: int) -> None:
    """End everything that comes from the bot, until there is nothing left to wait for."""
    end(os.killpg, bot)
    while True:
        for pid in descendants():
            end(os.kill, pid)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)


def end(kill: object, pid: int) -> None:
    """Kill a process or a group, which may have ended already."""
    try:
        kill(pid, signal.SIGKILL)  # type: ignore[operator]
    except (ProcessLookupError, PermissionError):
        pass


def descendants(enough: int = 1 << 22) -> list[int]:
    """The processes that come from this one, as Linux lists them, the unburied dead included."""
    found = [os.getpid()]
    for pid in found:  # which grows while we go
        try:
            for thread in os.listdir(f"/proc/{pid}/task"):
                with open(f"/proc/{pid}/task/{thread}/children") as file:
                    found += [int(word) for word in file.read().split()]
        except OSError:
            continue  # it has just ended, or there is no such list here
        if len(found) - 1 > enough:
            break
    return found[1:]


def alive() -> list[int]:
    """Those of them that are not dead."""
    found = []
    for pid in descendants():
        try:
            with open(f"/proc/{pid}/stat") as file:
                state = file.read().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state not in "ZX":
            found.append(pid)
    return found


def tell(socket: int, news: str) -> None:
    """Write a line of news to our parent, if it still listens."""
    try:
        os.write(socket, f"{news}\n".encode())
    except OSError:
        pass  # nobody listens any more


def prctl(option: int, value: int) -> None:
    """The system call of that name, where there is one (Linux)."""
    if LINUX:
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    main(sys.argv[1:])
