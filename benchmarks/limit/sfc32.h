/* The generator of kernel/rng.py: the same four words, the same seeding, the same numbers below n. */
#ifndef SFC32_H
#define SFC32_H
#include <stdint.h>

typedef struct { uint32_t a, b, c, d; } Rng;

static inline uint32_t word(Rng *q)
{
    uint32_t out = q->a + q->b + q->d++;
    q->a = q->b ^ q->b >> 9;
    q->b = q->c + (q->c << 3);
    q->c = (q->c << 21 | q->c >> 11) + out;
    return out;
}

static inline int below(Rng *q, uint32_t n) { return (int)((uint64_t)word(q) * n >> 32); }

static inline void seed(Rng *q, uint64_t key, uint64_t stream)
{
    *q = (Rng){(uint32_t)key, (uint32_t)(key >> 32), (uint32_t)stream, 1 + (uint32_t)(stream >> 32)};
    for (int i = 0; i < 15; i++)
        word(q);
}

/* The place of one of the bits that are set, each as likely; a single bit costs no random number. */
static inline int any_bit(Rng *q, uint64_t mask)
{
    int n = __builtin_popcountll(mask);
    if (n > 1)
        for (int i = below(q, (uint32_t)n); i > 0; i--)
            mask &= mask - 1;
    return __builtin_ctzll(mask);
}
#endif
