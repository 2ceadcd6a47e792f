"""What a rulebook may say: the fields, their ranges and one sentence of help for each.

The help sentences are the only ones: the command line, the rule sheet and the table's form all show them.
Unknown fields and impossible values are refused here; combinations are judged in `checks`.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct, field, json, structs, to_builtins

from ..engine.limits import MAX_PLAYERS
from ..errors import CodedError

if TYPE_CHECKING:
    from ..engine.state import Rules
    from .cards import Cards

Stacking = Literal["off", "same", "any"]
Drawn = Literal["may", "must"]
AfterDraw = Literal["drawn", "any"]
Call = Literal["off", "catch", "points"]
Scoring = Literal["winner_takes", "ranked", "wins", "penalties"]
Opening = Literal["turned", "from_hand"]
OpeningReverse = Literal["dealer", "first"]
FirstPlayer = Literal["dealer_draw", "joining"]
CardText = Literal["suit_face", "face_suit"]
# Fields that came later. At their default they leave a fingerprint as it was: stored results carry it.
LATER = ("call_lapses",)


def described(help_: str, ge: int | None = None, le: int | None = None) -> Meta:
    """A field's sentence of help, and its range."""
    return Meta(description=help_, ge=ge, le=le)


def option(help_: str, ge: int | None = None, le: int | None = None) -> Meta:
    """The same for a field that a table may set by itself: `options` lists them."""
    return Meta(description=help_, ge=ge, le=le, extra={"option": True})


Points = Annotated[int, Meta(ge=-1000, le=1000)]


class PlayerCountError(CodedError):
    """A number of players that a rulebook is not for."""

    namespace = "deal"


class Face(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A number or symbol: how many there are, what it is worth, what it does."""

    name: Annotated[
        str,
        Meta(description="What it is called, where its symbol does not say it.", min_length=1, max_length=24),
    ] = ""
    copies: Annotated[
        int, described("How many there are in each suit, or in all if it has no suit.", ge=0, le=16)
    ] = 1
    suited: Annotated[
        bool, described("One of it in every suit; if not, it has no suit and must be wild.")
    ] = True
    points: Annotated[Points, described("What it counts in a hand at the end of a round.")] = 0
    number: Annotated[
        Annotated[int, Meta(ge=0, le=99)] | None,
        described("What it counts in the draw for the first dealer; without one it counts nothing."),  # C1
    ] = None
    wild: Annotated[bool, described("It goes on anything and names a colour or suit.")] = False
    draws: Annotated[int, described("How many cards the next player draws.", ge=0, le=20)] = 0
    skips: Annotated[bool, described("The next player loses the turn.")] = False
    flips: Annotated[bool, described("Play goes the other way.")] = False
    last_resort: Annotated[
        bool, described("It may be played only when nothing else can be played.")  # C4
    ] = False
    starts: Annotated[bool, described("It may start the discard pile.")] = True
    swaps: Annotated[bool, described("With seven_zero, it swaps hands with a chosen player.")] = False  # H3
    passes: Annotated[bool, described("With seven_zero, it passes all hands on.")] = False  # H3
    lone: Annotated[
        Points, described("What a hand of this card alone counts, in place of its points; 0: no difference.")
    ] = 0  # F8
    out: Annotated[Points, described("Points for the player who goes out with it.")] = 0  # F8

    @property
    def acts(self) -> bool:
        """An action or wild card, as H7 means it."""
        return bool(self.wild or self.draws or self.skips or self.flips)


class CardPatch(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What one single card does differently from its face (the queen of spades)."""

    points: Annotated[Points | None, described("Its points, in place of its face's.")] = None
    lone: Annotated[Points | None, described("What it counts alone, in place of its face's.")] = None
    out: Annotated[Points | None, described("Points for going out with it, in place of its face's.")] = None


class FileHead(Struct, frozen=True, kw_only=True):
    """What only a file says: the rulebook that is made from it does not have these fields."""

    extends: Annotated[
        str | None, described("The rulebook, by name or file, that this one changes; the rest stays.")
    ] = None
    order: Annotated[
        int, described("Its place in the list of the rulebooks of the package.", ge=0, le=1000)
    ] = 1000


class Rulebook(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A game of the family, as data. `load` makes one; `tables` is what the engine runs."""

    name: Annotated[
        str,
        Meta(
            description="A short name without spaces; in the package, that of the file.",
            min_length=1,
            max_length=40,
            pattern=r"^[A-Za-z0-9_.-]+$",
        ),
    ]
    title: Annotated[str, Meta(description="The name that people read.", min_length=1, max_length=60)]
    about: Annotated[str, Meta(description="One sentence about the game.", max_length=200)] = ""

    # The cards.
    card_text: Annotated[
        CardText, described("Whether a card is written suit first (R7) or face first (7C).")
    ] = "suit_face"
    suit_word: Annotated[Literal["colour", "suit"], described("What people call the suits of this deck.")] = (
        "colour"
    )
    suits: Annotated[
        dict[str, Annotated[str, Meta(min_length=1, max_length=16)]],
        described("The suits: a capital letter and a name for each, 1 to 8 of them."),
    ]
    faces: Annotated[
        dict[str, Face], described("The numbers and symbols of the cards, each with what it does.")
    ]
    cards: Annotated[
        dict[str, CardPatch], described("Single cards that count differently from their face.")
    ] = field(default_factory=dict)

    # The table.
    min_players: Annotated[int, described("The fewest who can play.", ge=2, le=MAX_PLAYERS)] = 2
    max_players: Annotated[int, described("The most who can play with one deck.", ge=2, le=MAX_PLAYERS)] = 10
    default_players: Annotated[int, described("How many play if nobody says.", ge=2, le=MAX_PLAYERS)] = 4
    hand: Annotated[int, described("The cards that each player is dealt.", ge=1, le=30)] = 7

    # The start of a round.
    first_player: Annotated[
        FirstPlayer,
        described("Cards are drawn for the first dealer, or the one who joined first begins."),
    ] = "joining"
    opening: Annotated[
        Opening, described("The first card is turned up, or picked at random from the first player's hand.")
    ] = "turned"
    opening_reverse: Annotated[
        OpeningReverse,
        described("After a first card that flips, the dealer plays first, or the first player."),
    ] = "first"

    # The turn.
    must_play: Annotated[bool, option("A player draws only when no card can be played.")] = True
    after_draw: Annotated[
        AfterDraw, option("After drawing, only the drawn card may be played, or any that fits.")
    ] = "drawn"
    reverse_skips_with_two: Annotated[
        bool, option("With two players a reverse also skips the other player.")
    ] = True
    last_card_hits: Annotated[
        bool, option("A draw card played as the last card still makes the next player draw.")
    ] = True
    max_turns: Annotated[int, option("A round ends undecided after this many turns.", ge=1, le=100_000)] = (
        2000
    )

    # The house rules (H1-H9).
    stacking: Annotated[
        Stacking,
        option("A draw card can be answered with one of the same face, or with any draw card that fits."),
    ] = "off"
    jump_in: Annotated[
        bool, option("A player who holds the same card as the top one may play it out of turn.")
    ] = False
    seven_zero: Annotated[
        bool, option("A seven swaps hands with a chosen player, a zero passes all hands on.")
    ] = False
    draw_until_playable: Annotated[bool, option("A player draws until a card can be played.")] = False
    challenge: Annotated[
        bool,
        option("A Wild Draw Four may be played as a bluff, and the next player may challenge it."),
    ] = False
    drawn: Annotated[Drawn, option("A drawn card that can be played may, or must, be played.")] = "may"
    no_action_finish: Annotated[
        bool, option("Nobody goes out on an action or wild card: such a last card can't be played.")
    ] = False
    call: Annotated[
        Call,
        option("The last card need not be called, can be caught uncalled, or costs points uncalled."),
    ] = "off"
    catch_penalty: Annotated[int, option("Cards drawn by a player who is caught.", ge=0, le=20)] = 2
    false_call_penalty: Annotated[int, option("Cards drawn for a false call.", ge=0, le=20)] = 2
    false_catch_penalty: Annotated[int, option("Cards drawn for a false catch.", ge=0, le=20)] = 2
    decks: Annotated[int, option("Decks shuffled together; each adds its number of players.", ge=1, le=4)] = 1

    # The score.
    scoring: Annotated[
        Scoring,
        described(
            "The winner takes the points that the others hold, points go by rank, a round counts 1 for its "
            "winner, or everybody is charged for the cards still held."
        ),
    ] = "wins"
    call_lapses: Annotated[
        bool, option("A call made with two cards is void if the turn ends with two cards.")
    ] = False
    uncalled_points: Annotated[int, option("Points for going out without a call.", ge=0, le=1000)] = 0
    refill_points: Annotated[
        int,
        option(
            "Points for the first replenishment of a round, twice that for the second, and so on.",
            ge=0,
            le=1000,
        ),
    ] = 0
    target: Annotated[
        int, option("The match is won at this many points; 0: no such end.", ge=0, le=100_000)
    ] = 0
    limit: Annotated[
        int, option("Everyone who reaches this many points loses; 0: no such end.", ge=0, le=100_000)
    ] = 0
    rounds: Annotated[
        int, option("A match has at most this many rounds; 0: one for each player.", ge=0, le=1000)
    ] = 0

    @cached_property
    def tables(self) -> Rules:
        """The rules as the engine reads them, made once."""
        from .tables import tables

        return tables(self)

    @cached_property
    def deck(self) -> Cards:
        """The kinds of cards in their order, made once."""
        from .cards import Cards

        return Cards(self)

    @cached_property
    def fingerprint(self) -> str:
        """The same for the same rules, whatever file they came from: results carry it."""
        said = to_builtins(self)
        for one in structs.fields(self):
            if one.name in LATER and said[one.name] == one.default:
                del said[one.name]
        return hashlib.sha256(json.encode(said, order="sorted")).hexdigest()[:16]

    @property
    def most_players(self) -> int:
        """H9: every deck seats as many again, up to twenty."""
        return min(MAX_PLAYERS, self.max_players * self.decks)

    def check_players(self, players: int) -> int:
        """The number of players, or a PlayerCountError (U2, F1, H9)."""
        least, most = self.min_players, self.most_players
        if not least <= players <= most:
            raise PlayerCountError("players", rules=self.name, least=least, most=most, count=players)
        return players
