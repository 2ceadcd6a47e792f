"""How a server runs: addresses, times and limits. Tests set their own; people use the options of `serve`."""

from __future__ import annotations

from msgspec import Struct, field


class Settings(Struct, kw_only=True, frozen=True):
    """Times are seconds."""

    host: str = "127.0.0.1"
    port: int = 8108
    origins: tuple[str, ...] = ()  # further addresses that people use, such as https://cards.example.org
    window: float = 0.75  # an uncalled card that was sent to all can be called or caught at least so long
    stage: float = 1.0  # how much of the time that the page takes (`protocol.stage`) bots wait for
    paces: dict[str, float] = field(default_factory=lambda: {"slow": 1.5, "normal": 0.75, "fast": 0.3})
    catch_after: float = 2.5  # bots catch nobody sooner; the one in turn lets a fresh last card lie longer
    passes: dict[str, tuple[float, float]] | None = field(  # after a draw, by pace; None: at once, by hand
        default_factory=lambda: {"slow": (1.6, 3.4), "normal": (1.2, 2.6), "fast": (0.7, 1.5)}
    )
    draw_seconds: float = 6.0  # to pick a card in the draw for dealer; 0: the table draws unseen, and deals
    draw_shown: float = 3.4  # how long its cards lie open
    second: float = 1.0  # how long a second of a turn's timer is
    quick_wait: float = 8  # a table of strangers waits so long for people; then bots fill it
    quick_next: float = 15  # between rounds, from when somebody there is ready
    host_idle: float = 60  # a host who has done nothing for so long can be replaced
    timeouts: int = 2  # in a row, and a bot goes on for the seat
    idle_unplayed: float = 10 * 60  # a table that nobody has played at, when nobody is there, is closed
    idle_alone: float = 3600  # one where one person has played against bots
    idle_before: float = 30 * 60  # one where people have played with each other, without a match
    idle_within: float = 24 * 3600  # one of theirs with a match
    idle_quick: float = 5 * 60  # one of strangers, in any case
    inactive_days: float = 90  # without a visit, and people who never finished a round are forgotten
    log_days: float = 30  # after its last event, the log of a closed table is deleted
    lobby_every: float = 1.0
    heartbeat_every: float = 2.0
    messages: tuple[float, float] = (20, 60)  # a second, and at once
    chats: tuple[float, float] = (0.5, 5)
    reactions: tuple[float, float] = (0.4, 4)
    tables: tuple[float, float] = (0.2, 10)
    tables_by_address: tuple[float, float] = (0.5, 40)  # a party: a dozen people and a few tables each
    people_by_address: tuple[float, float] = (0.02, 60)  # who are new here
    rulebooks_by_address: tuple[float, float] = (0.2, 10)
    records_by_address: tuple[float, float] = (0.2, 20)  # that are sent to be replayed or stored
    replay_workers: int = 2  # processes, started when they are needed
    replay_seconds: float = 20  # for one replay
    replay_megabytes: int = 512  # of address space for each of them
    most_tables: int = 5000  # at once
    most_by_address: int = 60  # tables at once that were opened from one address
    most_own: int = 20  # tables at once where one person has a seat; then they can't create another
    most_bots: int = 40  # of the operator's own at once; then the usual level plays for more seats
    most_sockets: int = 10_000  # at once
    posts: tuple[float, float] = (5, 60)  # from one address
    reads: tuple[float, float] = (50, 500)  # of /api/, from one address
    guesses: tuple[float, float] = (0.2, 20)  # wrong codes of tables, from one address or by one person
    pictures: tuple[float, float] = (0.5, 20)  # that have to be drawn, from one address
    sockets: tuple[float, float] = (20, 200)  # from one address: a whole party may come back at once
    push_grace: float = 6  # after which somebody in turn who does not look is sent a message
    pushes: tuple[float, float] = (1 / 20, 5)  # to one person
    push_anywhere: bool = False  # for tests: to this machine too, and without TLS
    queue: int = 200  # messages that wait for a slow reader before it is cut off
