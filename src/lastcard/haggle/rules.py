"""The twelve rules of Haggle, one function each, and the one list that gives their order (G2, G4).

Every rule changes the scores through `ScoredPlayer.change`, so that a score is always the sum of its recorded
changes and `--explain` (G6) shows them as they happened.
"""

from __future__ import annotations

from .hands import BLUE, COLOURS, ORANGE, RED, WHITE, YELLOW, letters_of

TYPE_CHECKING = False  # instead of the import, as in hands.py
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Rule = Callable[["ScoringTable"], None]

VALUES = (1, 2, 3, 4, 5)  # of a yellow, blue, red, orange and white card
WHITE_LIMIT = 3
BLUE_SET, BLUE_DEDUCTION = 5, 10
RED_SET = 3
ELIMINATED_AT = 7
FIVE_COLOURS_BONUS = 10
PYRAMID = [0, 1, 2, 3, 4]
YELLOWS_TO_DOUBLE = 2
BLUES_TO_QUADRUPLE = 3
HAND_LIMIT = 13
NAMED = 4  # so many attackers are named; forty players with five blue each would fill the screen


class ScoreChange:
    """What one rule did to one score, and why: a code with parameters. `rule` is 0 for the basic values."""

    __slots__ = ("code", "params", "points", "rule")

    def __init__(self, rule: int, points: int, code: str, params: dict[str, object]) -> None:
        self.rule = rule
        self.points = points
        self.code = code
        self.params = params

    @property
    def why(self) -> str:
        """The reason in English."""
        from ..messages import sentence  # here, since only `--explain` needs words

        return sentence(self.code, self.params)

    def __str__(self) -> str:
        effect = f"{self.points:+}" if self.points else "ELIMINATED"  # nothing else is without points
        return f"rule {self.rule}: {self.why}: {effect}" if self.rule else f"{self.why}: {effect}"


class ScoredPlayer:
    """A player at the scoring table: the cards handed in, those that count, and what came of them."""

    __slots__ = ("cards", "changes", "eliminated", "handed_in", "name", "points")

    def __init__(self, name: str, handed_in: tuple[int, ...]) -> None:
        self.name = name
        self.handed_in = handed_in
        self.cards: Sequence[int] = handed_in
        self.points = 0
        self.eliminated = False
        self.changes: list[ScoreChange] = []

    def change(self, rule: int, points: int, code: str, **params: object) -> None:
        """Record what a rule did, unless it did nothing."""
        if points:
            self.points += points
            self.changes.append(ScoreChange(rule, points, f"haggle.{code}", params))

    @property
    def score(self) -> int | None:
        """The points, or None for a player who is eliminated."""
        return None if self.eliminated else self.points

    @property
    def removed(self) -> str:
        """The cards over the limit that rule 12 took away, as sorted letters."""
        return letters_of(had - has for had, has in zip(self.handed_in, self.cards, strict=True))


class ScoringTable:
    """All who handed in, and the two options and the seed that the rules look at."""

    __slots__ = ("count_eliminated", "players", "seed")

    def __init__(self, players: list[ScoredPlayer], seed: int | None, count_eliminated: bool) -> None:
        self.players = players
        self.seed = seed
        self.count_eliminated = count_eliminated

    @property
    def scored(self) -> list[ScoredPlayer]:
        """The players who are not eliminated."""
        return [player for player in self.players if not player.eliminated]

    @property
    def counted(self) -> list[ScoredPlayer]:
        """Whose cards count in rules 3, 5 and 9 (G4)."""
        return self.players if self.count_eliminated else self.scored


def rule_6_elimination(table: ScoringTable) -> None:
    """Seven or more cards of one colour handed in: eliminated."""
    for player in table.players:
        most = max(player.handed_in)
        if most >= ELIMINATED_AT:
            player.eliminated = True
            colour = COLOURS[player.handed_in.index(most)]
            params: dict[str, object] = {"count": most, "colour": colour}
            player.changes.append(ScoreChange(6, 0, "haggle.elimination", params))


def basic_values(table: ScoringTable) -> None:
    """What the cards handed in say on their faces; rule 12 takes back what it removes."""
    for player in table.scored:
        player.change(0, face_value(player.handed_in), "values", count=sum(player.handed_in))


def rule_12_hand_limit(table: ScoringTable) -> None:
    """No more than 13 cards count; the excess is removed at random (G3)."""
    for player in table.counted:
        handed_in = sum(player.handed_in)
        if handed_in <= HAND_LIMIT:
            continue
        from .draws import fresh_seed, keep  # here, since hashlib is slow to load and few hands are so large

        if table.seed is None:
            table.seed = fresh_seed()
        player.cards = keep(table.seed, player.name, player.handed_in, HAND_LIMIT)
        if not player.eliminated:
            lost = face_value(player.handed_in) - face_value(player.cards)
            player.change(12, -lost, "hand_limit", count=handed_in, removed=player.removed)


def rule_1_too_many_white(table: ScoringTable) -> None:
    """More than three white cards: they are worth nothing."""
    for player in table.scored:
        white = player.cards[WHITE]
        if white > WHITE_LIMIT:
            player.change(1, -white * VALUES[WHITE], "white", limit=WHITE_LIMIT, count=white)


def rule_2_orange_needs_blue(table: ScoringTable) -> None:
    """Only as many orange cards score as there are blue ones."""
    for player in table.scored:
        held, scored = player.cards[ORANGE], orange_scored(player)
        player.change(2, (scored - held) * VALUES[ORANGE], "orange", scored=scored, held=held)


def rule_10_yellow_doubles_white(table: ScoringTable) -> None:
    """Each two yellow cards double one white card, unless rule 1 made it worthless."""
    for player in table.scored:
        doubled = min(player.cards[YELLOW] // YELLOWS_TO_DOUBLE, player.cards[WHITE])
        if player.cards[WHITE] <= WHITE_LIMIT:
            yellow = doubled * YELLOWS_TO_DOUBLE
            player.change(10, doubled * VALUES[WHITE], "yellow_white", yellow=yellow, white=doubled)


def rule_11_blue_quadruples_orange(table: ScoringTable) -> None:
    """Each three blue cards quadruple one orange card that scores."""
    for player in table.scored:
        quadrupled = min(player.cards[BLUE] // BLUES_TO_QUADRUPLE, orange_scored(player))
        blue, more = quadrupled * BLUES_TO_QUADRUPLE, 3 * quadrupled * VALUES[ORANGE]
        player.change(11, more, "blue_orange", blue=blue, orange=quadrupled)


def rule_9_most_red(table: ScoringTable) -> None:
    """The player with the most red cards doubles them; a tie: nobody."""
    most = max((player.cards[RED] for player in table.counted), default=0)
    holders = [player for player in table.counted if player.cards[RED] == most]
    if len(holders) == 1 and not holders[0].eliminated:
        holders[0].change(9, most * VALUES[RED], "most_red", count=most)


def rule_7_five_colours(table: ScoringTable) -> None:
    """Each set of all five colours: a bonus."""
    for player in table.scored:
        sets = min(player.cards)
        player.change(7, sets * FIVE_COLOURS_BONUS, "five_colours", count=sets)


def rule_5_most_yellow(table: ScoringTable) -> None:
    """The most yellow cards, squared; a tie passes the bonus on to the next number held by one alone (G4)."""
    holders: dict[int, list[ScoredPlayer]] = {}
    for player in table.counted:
        holders.setdefault(player.cards[YELLOW], []).append(player)
    alone = max((yellow for yellow, held_by in holders.items() if len(held_by) == 1), default=0)
    if alone:
        (holder,) = holders[alone]
        if not holder.eliminated:
            why = "most_yellow" if alone == max(holders) else "most_yellow_tie"
            holder.change(5, alone * alone, why, count=alone)


def rule_8_pyramid(table: ScoringTable) -> None:
    """Four, three, two and one of four colours and no other card: what stands so far is doubled."""
    for player in table.scored:
        if sorted(player.cards) == PYRAMID:
            player.change(8, player.points, "pyramid")


def rule_3_blue_deduction(table: ScoringTable) -> None:
    """Five or more blue cards: ten points from every other player."""
    attackers = [player for player in table.counted if attacks(player)]
    for player in table.scored:
        hits = len(attackers) - attacks(player)
        names = [attacker.name for attacker in attackers[: NAMED + 1] if attacker is not player][:NAMED]
        if hits > NAMED:
            more = hits - NAMED
            player.change(3, -hits * BLUE_DEDUCTION, "blue_more", limit=BLUE_SET, players=names, more=more)
        else:
            player.change(3, -hits * BLUE_DEDUCTION, "blue", limit=BLUE_SET, players=names)


def rule_4_red_wards_off(table: ScoringTable) -> None:
    """Each three red cards ward off one attack of rule 3; the red cards still score (G4)."""
    attackers = sum(attacks(player) for player in table.counted)
    for player in table.scored:
        warded = min(player.cards[RED] // RED_SET, attackers - attacks(player))
        player.change(4, warded * BLUE_DEDUCTION, "red", red=warded * RED_SET, blue=warded)


ORDER: tuple[Rule, ...] = (  # G2
    rule_6_elimination,
    basic_values,
    rule_12_hand_limit,
    rule_1_too_many_white,
    rule_2_orange_needs_blue,
    rule_10_yellow_doubles_white,
    rule_11_blue_quadruples_orange,
    rule_9_most_red,
    rule_7_five_colours,
    rule_5_most_yellow,
    rule_3_blue_deduction,
    rule_4_red_wards_off,
    rule_8_pyramid,
)


def order(double_last: bool) -> list[Rule]:
    """ORDER, or with the pyramid moved before the blue deductions."""
    before = ORDER.index(rule_3_blue_deduction)
    return list(ORDER) if double_last else [*ORDER[:before], rule_8_pyramid, *ORDER[before:-1]]


def face_value(cards: Sequence[int]) -> int:
    """The sum of the cards' basic values, before any rule."""
    return sum(count * value for count, value in zip(cards, VALUES, strict=True))


def orange_scored(player: ScoredPlayer) -> int:
    """How many orange cards count: at most as many as there are blue ones in the hand (rule 2)."""
    return min(player.cards[ORANGE], player.cards[BLUE])


def attacks(player: ScoredPlayer) -> bool:
    """Whether the player has enough blue cards to take points from all others (rule 3)."""
    return player.cards[BLUE] >= BLUE_SET
