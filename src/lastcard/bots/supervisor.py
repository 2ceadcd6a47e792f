"""A supervisor: the small program that stands between us and one bot, so that no process is left behind.

`process.py` runs it as a script: it imports nothing of ours, and little else. It is two processes. The keeper
starts the bot in a session and a folder of its own with the system's limits, reports over a socket how the
bot ended, and ends every process that comes from it when the bot ends, when we ask for it, or when we are
gone. On Linux it adopts what the bot leaves (PR_SET_CHILD_SUBREAPER), so a process that has left the bot's
session is found as well. The guard does nothing but watch the keeper, and the keeper watches the guard: if a
bot stops or kills one of them, the other reports it and ends the bot.

    python supervisor.py SOCKET MEMORY CPU PROCESSES SANDBOX FOLDER COMMAND ...

SANDBOX is the number of processes that are not the bot's but its sandbox's.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import sys
import time

FILE_SIZE = 64 << 20
DIE_WITH_PARENT, DUMPABLE, SUBREAPER, NO_NEW_PRIVILEGES = 1, 4, 36, 38  # linux/prctl.h
TICK = 0.1  # seconds between two counts of processes
LINUX = sys.platform == "linux"
PATH = "/usr/local/bin:/usr/bin:/bin"


def main(words: list[str]) -> None:
    """Guard the keeper: report it if it is stopped or killed, and leave no process or file of the bot."""
    socket, memory, cpu, processes, sandbox = (int(word) for word in words[:5])
    folder, command = words[5], words[6:]
    os.set_inheritable(socket, False)
    prctl(DUMPABLE, 0)  # nobody but root may look into us or trace us
    prctl(SUBREAPER, 1)
    keeper = os.fork()
    if keeper == 0:
        try:
            keep(os.getppid(), socket, (memory, cpu), (processes, sandbox), folder, command)
        finally:
            os._exit(0)
    leave_pipes()
    _, status = os.waitpid(keeper, os.WUNTRACED)
    if os.WIFSTOPPED(status):
        tell(socket, "stopped")
    elif os.WIFSIGNALED(status):
        tell(socket, "gone")
    sweep()
    remove(folder)


def keep(
    guard: int, socket: int, used: tuple[int, int], counted: tuple[int, int], folder: str, command: list[str]
) -> None:
    """Start the bot, report its process id and how it ended, and end what comes from it."""
    processes, sandbox = counted
    prctl(SUBREAPER, 1)
    wake, signalled = os.pipe()
    os.set_blocking(signalled, False)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    signal.set_wakeup_fd(signalled, warn_on_full_buffer=False)
    prctl(DIE_WITH_PARENT, signal.SIGTERM)  # which wakes us, and we end the bot
    bot = os.fork()
    if bot == 0:
        become(command, socket, used, folder, sandbox > 0)
    tell(socket, f"bot {bot}")
    leave_pipes()
    watch(bot, guard, socket, wake, processes, sandbox)
    end(os.killpg, bot)
    sweep()


def leave_pipes() -> None:
    """The pipes are the bot's alone."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)


def become(command: list[str], socket: int, used: tuple[int, int], folder: str, sandboxed: bool) -> None:
    """Turn into the bot: its own session, folder and limits, and an environment with nothing of ours."""
    memory, cpu = used
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        prctl(DIE_WITH_PARENT, signal.SIGKILL)
        if not sandboxed:  # the sandbox does it itself, and may need privileges to begin with
            prctl(NO_NEW_PRIVILEGES, 1)
        # Reserved address space is not memory (Node reserves gigabytes): Linux counts what can be written to.
        limit(resource.RLIMIT_DATA if LINUX else resource.RLIMIT_AS, memory)
        limit(resource.RLIMIT_CPU, cpu, cpu + 1)
        limit(resource.RLIMIT_FSIZE, FILE_SIZE)
        limit(resource.RLIMIT_CORE, 0)
        limit(resource.RLIMIT_NPROC, tasks() + 1024)  # a brake for fork bombs; PROCESSES is the rule
        os.chdir(folder)
        os.execve(command[0], command, {"HOME": folder, "TMPDIR": folder, "PATH": PATH})
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


def watch(bot: int, guard: int, socket: int, wake: int, processes: int, sandbox: int) -> None:
    """Until the bot ends, has too many processes, our guard is gone, or our parent closes the socket."""
    most = processes + sandbox
    while True:
        ready, _, _ = select.select([socket, wake], [], [], TICK)
        if socket in ready:
            return
        if wake in ready:
            os.read(wake, 4096)
            fate = reap(bot, sandbox > 0)
            if fate:
                tell(socket, fate)
                return
        if os.getppid() != guard:
            tell(socket, "gone")
            return
        if state(guard) == "T":
            tell(socket, "stopped")
            end(os.kill, guard)
            return
        if len(descendants(most)) > most and len(alive()) > most:
            tell(socket, f"forks {processes}")
            return


def reap(bot: int, sandboxed: bool) -> str | None:
    """Bury the dead; how the bot ended, if it is among them."""
    fate = None
    try:
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            pid, status = found
            if pid == bot:
                code = os.waitstatus_to_exitcode(status)
                if sandboxed and code > 128:  # as a shell tells of a signal, bwrap does
                    code = 128 - code
                fate = f"exit {code}" if code >= 0 else f"signal {-code}"
    except ChildProcessError:
        pass
    return fate


def sweep() -> None:
    """End everything that comes from us, until there is nothing left to wait for."""
    while True:
        for pid in descendants():
            end(os.kill, pid)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)


def remove(folder: str) -> None:
    """Take the bot's folder away, and what it has left there, as far as that goes."""
    try:
        for place, folders, files in os.walk(folder, topdown=False):
            for name in files:
                os.unlink(os.path.join(place, name))
            for name in folders:
                path = os.path.join(place, name)
                (os.unlink if os.path.islink(path) else os.rmdir)(path)
        os.rmdir(folder)
    except OSError:
        pass  # our parent tries again


def end(kill: object, pid: int) -> None:
    """Kill a process or a group, which may have ended already."""
    try:
        kill(pid, signal.SIGKILL)  # type: ignore[operator]
    except (ProcessLookupError, PermissionError):
        pass


def descendants(enough: int = 1 << 22, root: int | None = None) -> list[int]:
    """The processes that come from one (this one), as Linux lists them, the unburied dead included."""
    found = [root or os.getpid()]
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


def alive(root: int | None = None) -> list[int]:
    """Those of them that are not dead."""
    return [pid for pid in descendants(root=root) if state(pid) not in ("Z", "X", "")]


def state(pid: int) -> str:
    """What a process does, as the letter that Linux has for it; nothing where there is none."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0]
    except OSError:
        return ""


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
