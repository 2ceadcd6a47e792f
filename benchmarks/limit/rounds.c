/* The rulebook `rounds` in C, as fast as it comes: what the compiled kernel is measured against.
 *
 * Random bots in every seat. Cards and bots draw from their generators in the very order of the kernel, so a
 * seed and a number give the same game here and there. The rules stand in the code and the layout is its own:
 * counts of a hand as bytes, kinds as colour * 13 + face, faces 0-9, skip 10, reverse 11, draw two 12; then
 * the wild and the wild draw four.
 */
#include <string.h>
#include "sfc32.h"

enum { SKIP = 10, REVERSE, DRAW_TWO, FACES, WILD = 4 * FACES, WILD_FOUR, CARDS = 108, HAND = 7, MOST = 10 };
enum { WON = 1, BLOCKED, CAPPED, MAX_TURNS = 2000 };

#define SUIT(colour) (0x1FFFull << FACES * (colour))
#define FACE(face) ((1ull | 1ull << FACES | 1ull << 2 * FACES | 1ull << 3 * FACES) << (face))
#define WILDS (3ull << WILD)
#define FOUR (1ull << WILD_FOUR)

typedef struct { int32_t winner, reason, turns, steps; } Result;

typedef struct {
    uint64_t held[MOST];
    uint8_t hand[MOST][64];
    int count[MOST];
    uint8_t deck[CARDS], pile[CARDS];
    int deck_n, pile_n, players, direction, colour, turns, idle;
    Rng cards, bots;
} Table;

static uint8_t full_deck[CARDS], colour_of[64], face_of[64];
static uint64_t fits_on[64], of_colour[4];

__attribute__((constructor)) static void prepare(void)
{
    int n = 0;
    for (int kind = 0; kind <= WILD_FOUR; kind++) {
        int suited = kind < WILD, copies = suited ? (kind % FACES ? 2 : 1) : 4;
        colour_of[kind] = suited ? kind / FACES : 0;
        face_of[kind] = suited ? kind % FACES : kind - WILD + FACES;
        fits_on[kind] = (suited ? FACE(kind % FACES) : 0) | WILDS;
        while (copies--)
            full_deck[n++] = kind;
    }
    for (int colour = 0; colour < 4; colour++)
        of_colour[colour] = SUIT(colour);
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

static inline void give(Table *t, int seat, int kind)
{
    t->hand[seat][kind]++;
    t->held[seat] |= 1ull << kind;
    t->count[seat]++;
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
        }
        give(t, seat, kind = top_of_deck(t));
    }
    if (kind >= 0)
        t->idle = 0;
    return kind;
}

static inline uint64_t fits(const Table *t, int seat)
{
    uint64_t mask = t->held[seat] & (of_colour[t->colour] | fits_on[t->pile[t->pile_n - 1]]);
    return mask & ~FOUR ? mask & ~FOUR : mask;
}

static int blocked(const Table *t)
{
    if (t->idle >= 2 * t->players)
        return 1;
    for (int seat = 0; seat < t->players; seat++)
        if (fits(t, seat))
            return 0;
    return 1;
}

/* What a card does to the seat after the one that laid it; returns who acts next. */
static inline int land(Table *t, int face, int victim)
{
    if (face == DRAW_TWO)
        draw(t, victim, 2);
    else if (face == FACES + 1)
        draw(t, victim, 4);
    else if (face != SKIP && (face != REVERSE || t->players > 2))
        return victim;
    return after(t, victim);
}

static int deal(Table *t, int first)
{
    int kind;
    memset(t->held, 0, sizeof t->held);
    memset(t->count, 0, sizeof t->count);
    memset(t->hand, 0, (size_t)t->players * sizeof t->hand[0]);
    memcpy(t->deck, full_deck, CARDS);
    t->deck_n = CARDS;
    t->direction = 1;
    t->idle = 0;
    for (int card = 0; card < HAND; card++)
        for (int i = 0, seat = first; i < t->players; i++, seat = after(t, seat))
            give(t, seat, top_of_deck(t));
    while ((kind = top_of_deck(t)) >= WILD) {
        int above = below(&t->cards, (uint32_t)t->deck_n + 1), place = t->deck_n - above;
        memmove(t->deck + place + 1, t->deck + place, (size_t)above);
        t->deck[place] = kind;
        t->deck_n++;
    }
    t->pile[0] = kind;
    t->pile_n = 1;
    t->colour = colour_of[kind];
    if (face_of[kind] == REVERSE)
        t->direction = -1;
    t->turns = 1;
    return land(t, face_of[kind], first);
}

static Result play(Table *t, int seat)
{
    int steps = 0;
    for (;;) {
        if (t->deck_n == 0 && t->pile_n < 2 && blocked(t))
            return (Result){-1, BLOCKED, t->turns, steps};
        if (t->turns > MAX_TURNS)
            return (Result){-1, CAPPED, t->turns, steps};
        uint64_t mask = fits(t, seat);
        if (!mask) {
            int kind = draw(t, seat, 1);
            steps++;
            if (kind < 0) {
                t->idle++;
                t->turns++;
                seat = after(t, seat);
                continue;
            }
            if (t->deck_n == 0 && t->pile_n < 2 && blocked(t))
                return (Result){-1, BLOCKED, t->turns, steps};
            mask = fits(t, seat) & 1ull << kind;
            if (!mask) {
                steps++;
                t->turns++;
                seat = after(t, seat);
                continue;
            }
        }
        int kind = any_bit(&t->bots, mask), face = face_of[kind], left = --t->count[seat];
        steps++;
        t->idle = 0;
        if (--t->hand[seat][kind] == 0)
            t->held[seat] ^= 1ull << kind;
        t->pile[t->pile_n++] = kind;
        if (kind < WILD)
            t->colour = colour_of[kind];
        else if (left)
            t->colour = below(&t->bots, 4);
        if (face == REVERSE)
            t->direction = -t->direction;
        if (left == 0) {
            if (face == DRAW_TWO || kind == WILD_FOUR)
                draw(t, after(t, seat), kind == WILD_FOUR ? 4 : 2);
            return (Result){seat, WON, t->turns, steps};
        }
        seat = land(t, face, after(t, seat));
        t->turns++;
    }
}

void run(int players, uint64_t key, uint64_t start, int64_t games, Result *out)
{
    Table t = {.players = players};
    for (int64_t i = 0; i < games; i++) {
        uint64_t game = start + (uint64_t)i;
        seed(&t.cards, key, 2 * game);
        seed(&t.bots, key, 2 * game + 1);
        out[i] = play(&t, deal(&t, (int)(game % (uint64_t)players)));
    }
}
