// A plain, honest C++ twin of the six-deck classic game: physical cards, partial Fisher-Yates,
// splits to four hands, doubles, a chart by totals, xoshiro256++. It keeps no record and no suits,
// only the net result. Build: g++ -O3 -march=native. The chart comes on stdin (bench/speed.py):
// for each up card 1..10, 64 numbers first choice, 64 fallback, 10 splits.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

static uint64_t s[4];
static inline uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
static inline uint64_t next_word() {
    const uint64_t result = rotl(s[0] + s[3], 23) + s[0];
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3];
    s[2] ^= t; s[3] = rotl(s[3], 45);
    return result;
}
static inline uint32_t below(uint32_t bound) {  // Lemire, with rejection
    uint64_t m = (uint64_t)(uint32_t)(next_word() >> 32) * bound;
    if ((uint32_t)m < bound) {
        const uint32_t least = -bound % bound;
        while ((uint32_t)m < least) m = (uint64_t)(uint32_t)(next_word() >> 32) * bound;
    }
    return m >> 32;
}

const int CARDS = 312;
static int shoe[CARDS];
static int dealt;
static inline int draw() {
    const int j = dealt + below(CARDS - dealt);
    const int card = shoe[j];
    shoe[j] = shoe[dealt];
    shoe[dealt++] = card;
    return card;
}
static inline int value(int card) { const int rank = card / 4 + 1; return rank > 10 ? 10 : rank; }

struct Hand {
    int total = 0, cards = 0, first = 0, second = 0;
    bool soft = false, doubled = false, split = false, aces = false;
    void add(int card) {
        const int v = value(card);
        if (cards == 0) first = v;
        if (cards == 1) second = v;
        cards++;
        total += v;
        if (v == 1 && !soft && total + 10 <= 21) { total += 10; soft = true; }
        else if (soft && total > 21) { total -= 10; soft = false; }
    }
};

static int first_choice[11][64], then_choice[11][64], split_pair[11][11];
enum { STAND, HIT, DOUBLE, SPLIT };

static Hand hands[4];
static int count;

static void play_hand(int at, int up) {
    while (true) {
        Hand &hand = hands[at];
        if (hand.total >= 21) return;
        const bool two = hand.cards == 2;
        if (two && hand.first == hand.second && count < 4 && split_pair[up][hand.first] &&
            !(hand.aces && hand.split)) {
            const int kept = hand.first;
            Hand one, other;
            one.split = other.split = true;
            one.aces = other.aces = kept == 1;
            one.add(kept == 10 ? 36 : (kept - 1) * 4);
            other.add(kept == 10 ? 36 : (kept - 1) * 4);
            hands[at] = one;
            hands[count++] = other;
            hands[at].add(draw());
            continue;
        }
        if (hand.aces && hand.split) return;
        const int state = hand.total + (hand.soft ? 32 : 0);
        int act = two ? first_choice[up][state] : then_choice[up][state];
        if (act == DOUBLE && !two) act = then_choice[up][state];
        if (act == STAND) return;
        hand.add(draw());
        if (act == DOUBLE) { hand.doubled = true; return; }
    }
}

static int play_round() {  // net in half wagers
    dealt = 0;
    count = 1;
    Hand dealer;
    hands[0] = Hand();
    hands[0].add(draw());
    const int up = draw();
    dealer.add(up);
    hands[0].add(draw());
    dealer.add(draw());
    const bool natural = hands[0].total == 21, dealer_natural = dealer.total == 21;
    if (dealer_natural) return natural ? 0 : -2;
    if (natural) return 3;
    const int shown = value(up);
    bool alive = false;
    for (int at = 0; at < count; at++) {
        if (at > 0) hands[at].add(draw());
        play_hand(at, shown);
        if (hands[at].total <= 21) alive = true;
    }
    if (alive)
        while (dealer.total < 17 || (dealer.total == 17 && dealer.soft)) dealer.add(draw());
    int net = 0;
    for (int at = 0; at < count; at++) {
        const int stake = hands[at].doubled ? 4 : 2, total = hands[at].total;
        if (total > 21) net -= stake;
        else if (dealer.total > 21 || total > dealer.total) net += stake;
        else if (total < dealer.total) net -= stake;
    }
    return net;
}

int main(int argc, char **argv) {
    const long rounds = argc > 1 ? atol(argv[1]) : 10000000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], nullptr, 10) : 1;
    for (int i = 0; i < 4; i++) {  // splitmix64
        uint64_t z = (seed += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        s[i] = z ^ (z >> 31);
    }
    for (int up = 1; up <= 10; up++) {
        for (int i = 0; i < 64; i++) if (scanf("%d", &first_choice[up][i]) != 1) return 2;
        for (int i = 0; i < 64; i++) if (scanf("%d", &then_choice[up][i]) != 1) return 2;
        for (int i = 1; i <= 10; i++) if (scanf("%d", &split_pair[up][i]) != 1) return 2;
    }
    for (int i = 0; i < CARDS; i++) shoe[i] = i % 52;
    const auto before = std::clock();
    long net = 0;
    for (long i = 0; i < rounds; i++) net += play_round();
    const double took = double(std::clock() - before) / CLOCKS_PER_SEC;
    printf("%ld %.6f %.9f\n", rounds, took, net / 2.0 / rounds);
}
