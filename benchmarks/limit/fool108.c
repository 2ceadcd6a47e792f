/* The rulebook `fool108` in C, as fast as it comes: what the compiled kernel is measured against.
 *
 * Random bots in every seat; before every action those that may call are asked, in the
 * kernel's order and with the same generators: a seed and a number give the same game here and there. Every
 * card is there once, so a hand is one bit set; kinds are suit * 9 + face, faces 6 7 8 9 10 J Q K A.
 */
#include <string.h>
#include "sfc32.h"

enum { SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE, FACES, CARDS = 4 * FACES, HAND = 5, MOST = 6 };
enum { WON = 1, BLOCKED, CAPPED, MAX_TURNS = 2000 };
enum { QUEEN_OF_SPADES = 3 * FACES + QUEEN, REFILL_COSTS = 5, UNCALLED_COSTS = 20 };

#define FACE(face) ((1ull | 1ull << FACES | 1ull << 2 * FACES | 1ull << 3 * FACES) << (face))

typedef struct { int32_t winner, reason, turns, steps, points[MOST]; } Result;

typedef struct {
    uint64_t hand[MOST];
    int count[MOST], charges[MOST];
    uint8_t deck[CARDS], pile[CARDS];
    int deck_n, pile_n, players, direction, suit, turns, idle, refills;
    unsigned called;
    Rng cards, bots;
} Table;

static uint8_t face_of[64], suit_of[64];
static uint64_t fits_on[64], of_suit[4];
static const int face_points[FACES] = {6, 7, 8, 0, 10, 2, 3, 4, 11};

__attribute__((constructor)) static void prepare(void)
{
    for (int kind = 0; kind < CARDS; kind++) {
        face_of[kind] = kind % FACES;
        suit_of[kind] = kind / FACES;
        fits_on[kind] = FACE(kind % FACES) | FACE(QUEEN);
    }
    for (int suit = 0; suit < 4; suit++)
        of_suit[suit] = 0x1FFull << FACES * suit;
}

static inline int after(const Table *t, int seat)
{
    seat += t->direction;
    return seat == t->players ? 0 : seat < 0 ? t->players - 1 : seat;
}

static inline int top_of_deck(Table *t)
{
    int i = below(&t->cards, (uint32_t)t->deck_n--);
    int kind = t->deck[i];
    t->deck[i] = t->deck[t->deck_n];
    return kind;
}

static inline int draw(Table *t, int seat, int n)
{
    int kind = -1;
    while (n--) {
        if (t->deck_n == 0) {
            if (t->pile_n < 2)
                break;
            t->deck_n = t->pile_n - 1;
            memcpy(t->deck, t->pile, (size_t)t->deck_n);
            t->pile[0] = t->pile[t->deck_n];
            t->pile_n = 1;
            t->charges[seat] += REFILL_COSTS * ++t->refills;
        }
        kind = top_of_deck(t);
        t->hand[seat] |= 1ull << kind;
        t->count[seat]++;
    }
    if (kind >= 0) {
        t->idle = 0;
        t->called &= ~(1u << seat);
    }
    return kind;
}

static inline uint64_t fits(const Table *t, int seat)
{
    return t->hand[seat] & (of_suit[t->suit] | fits_on[t->pile[t->pile_n - 1]]);
}

static int blocked(const Table *t)
{
    if (t->deck_n > 0 || t->pile_n > 1)
        return 0;
    if (t->idle >= 2 * t->players)
        return 1;
    for (int seat = 0; seat < t->players; seat++)
        if (fits(t, seat))
            return 0;
    return 1;
}

static inline int land(Table *t, int face, int victim)
{
    if (face == SIX)
        draw(t, victim, 2);
    else if (face == SEVEN)
        draw(t, victim, 1);
    else if (face != ACE)
        return victim;
    return after(t, victim);
}

static inline int may_call(const Table *t, int seat, int turn)
{
    return t->count[seat] <= 2 && !(t->called >> seat & 1) && (t->count[seat] == 1 || seat == turn);
}

/* The turn ends without a play; a call made with two cards lapses with it. */
static inline int pass(Table *t, int seat)
{
    if (t->count[seat] == 2)
        t->called &= ~(1u << seat);
    t->turns++;
    return after(t, seat);
}

/* Those who may call are asked once; returns the calls. */
static inline int ask_around(Table *t, int turn)
{
    int calls = 0;
    for (int i = 0, seat = turn; i < t->players; i++, seat = after(t, seat))
        if (may_call(t, seat, turn) && !below(&t->bots, 2)) {
            t->called |= 1u << seat;
            calls++;
        }
    return calls;
}

static void deal(Table *t, int first)
{
    t->deck_n = CARDS;
    for (int kind = 0; kind < CARDS; kind++)
        t->deck[kind] = kind;
    memset(t->hand, 0, sizeof t->hand);
    memset(t->count, 0, sizeof t->count);
    memset(t->charges, 0, sizeof t->charges);
    t->direction = 1;
    t->idle = t->refills = 0;
    t->called = 0;
    for (int card = 0; card < HAND; card++)
        for (int i = 0, seat = first; i < t->players; i++, seat = after(t, seat)) {
            t->hand[seat] |= 1ull << top_of_deck(t);
            t->count[seat]++;
        }
    uint64_t hand = t->hand[first];
    for (int i = below(&t->cards, HAND); i > 0; i--)
        hand &= hand - 1;
    t->pile[0] = __builtin_ctzll(hand);
    t->pile_n = 1;
    t->hand[first] ^= hand & -hand;
    t->count[first]--;
}

static Result play(Table *t, int first)
{
    int kind = t->pile[0], steps = 0, seat;
    t->turns = 1;
    if (face_of[kind] == QUEEN) { /* a step of its own: name the suit of the first card */
        steps = 1 + ask_around(t, first);
        t->suit = below(&t->bots, 4);
        t->turns = 2;
    } else {
        t->suit = suit_of[kind];
        if (face_of[kind] == NINE)
            t->direction = -1;
    }
    seat = land(t, face_of[kind], after(t, first));
    for (;;) {
        if (blocked(t))
            return (Result){-1, BLOCKED, t->turns, steps, {0}};
        if (t->turns > MAX_TURNS)
            return (Result){-1, CAPPED, t->turns, steps, {0}};
        steps += ask_around(t, seat);
        uint64_t mask = fits(t, seat);
        if (!mask) {
            kind = draw(t, seat, 1);
            steps++;
            if (kind < 0) {
                t->idle++;
                seat = pass(t, seat);
                continue;
            }
            if (blocked(t))
                return (Result){-1, BLOCKED, t->turns, steps, {0}};
            steps += ask_around(t, seat);
            mask = fits(t, seat) & 1ull << kind;
            if (!mask) {
                steps++;
                seat = pass(t, seat);
                continue;
            }
        }
        kind = any_bit(&t->bots, mask);
        int face = face_of[kind], suit = suit_of[kind];
        if (face == QUEEN) /* a last card names nothing */
            suit = t->count[seat] > 1 ? below(&t->bots, 4) : t->suit;
        if (t->count[seat] <= 2 && !(t->called >> seat & 1) && below(&t->bots, 2))
            t->called |= 1u << seat;
        steps++;
        t->idle = 0;
        t->suit = suit;
        t->hand[seat] ^= 1ull << kind;
        t->pile[t->pile_n++] = kind;
        if (face == NINE)
            t->direction = -t->direction;
        if (--t->count[seat] == 0) {
            if (face == SIX || face == SEVEN)
                draw(t, after(t, seat), face == SIX ? 2 : 1);
            return (Result){seat, WON, t->turns, steps, {0}};
        }
        seat = land(t, face, after(t, seat));
        t->turns++;
    }
}

static inline int queen_costs(int kind) { return kind == QUEEN_OF_SPADES ? 40 : 20; }

static void score(const Table *t, Result *result)
{
    for (int seat = 0; seat < t->players; seat++) {
        uint64_t hand = t->hand[seat];
        int points = t->charges[seat], top = t->pile[t->pile_n - 1];
        if (seat == result->winner) {
            points += t->called >> seat & 1 ? 0 : UNCALLED_COSTS;
            points -= face_of[top] == QUEEN ? queen_costs(top) : 0;
        } else if (t->count[seat] == 1 && hand & FACE(QUEEN) && result->reason == WON) {
            points += queen_costs(__builtin_ctzll(hand));
        } else {
            for (; hand; hand &= hand - 1)
                points += face_points[face_of[__builtin_ctzll(hand)]];
        }
        result->points[seat] = points;
    }
}

void run(int players, uint64_t key, uint64_t start, int64_t games, Result *out)
{
    Table t = {.players = players};
    for (int64_t i = 0; i < games; i++) {
        uint64_t game = start + (uint64_t)i;
        int first = (int)(game % (uint64_t)players);
        seed(&t.cards, key, 2 * game);
        seed(&t.bots, key, 2 * game + 1);
        deal(&t, first);
        out[i] = play(&t, first);
        score(&t, &out[i]);
    }
}
