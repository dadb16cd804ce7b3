/* The words of segments, and texts that occur more than once.
 *
 * Included by fusion.c. */

enum { FOLDED = 3 };
static const uint32_t LONGER = 0x80000000u;

/* Fold a character. Returns the number of characters that it becomes, at most FOLDED. */
static int64_t fold(const struct folding *f, uint32_t point, uint32_t *out)
{
    uint32_t value = point < f->points ? f->folded[point] : point;
    if (!(value & LONGER)) {
        *out = value;
        return 1;
    }
    int64_t many = 0;
    for (const uint32_t *part = f->longer + (value ^ LONGER); many < FOLDED && part[many] != 0; many++)
        out[many] = part[many];
    return many;
}

/* The first `many` characters of a line, folded, with or without spaces, until there are `enough`. Returns the number of
 * folded characters, at most FOLDED for each. */
static int64_t beginning(const struct evidence *c, int64_t segment, int64_t many, int spaces, int64_t enough, uint32_t *out)
{
    int64_t first = c->edges[segment], last = c->edges[segment + 1], length = 0;
    last = last - first < many ? last : first + many;
    for (int64_t at = first; at < last && length < enough; at++)
        if (spaces || c->line[at] != ' ')
            length += fold(c->spec->folded, c->line[at], out + length);
    return length;
}

enum { GRAM = 4, BUCKETS = 1 << 14, MAX_TRIED = 2000 }; /* code points, lists, and offsets of a list that are tried */

/* The list of offsets for the next GRAM code points. */
static uint32_t bucket_of(const uint32_t *points)
{
    uint32_t hash = 0;
    for (int at = 0; at < GRAM; at++)
        hash = (hash ^ points[at]) * 0x9E3779B1u;
    return hash / (UINT32_MAX / BUCKETS + 1);
}

/* Flag the segments whose beginning stands in a text of n code points: the first `alike` characters of their first
 * `3 * alike`, folded and without spaces. Short segments are skipped. Returns 0; -1 if memory runs out. */
static int32_t leads_in(const struct evidence *c, const uint32_t *within, int64_t n, float *out)
{
    int64_t alike = c->spec->alike;
    int32_t *first = malloc((size_t)(BUCKETS + n) * sizeof *first + (size_t)(FOLDED * 3 * alike) * sizeof(uint32_t));
    if (first == NULL)
        return -1;
    int32_t *next = first + BUCKETS; /* the first offset of each list, and the one after each offset; -1 for none */
    uint32_t *space = (uint32_t *)(next + n);
    memset(first, 0xFF, BUCKETS * sizeof *first);
    for (int64_t at = n - GRAM; at >= 0; at--) {
        uint32_t bucket = bucket_of(within + at);
        next[at] = first[bucket];
        first[bucket] = (int32_t)at;
    }
    for (int64_t i = 0; i < c->segments; i++) {
        if (c->s->chars[i] < c->spec->stated || beginning(c, i, 3 * alike, 0, GRAM, space) < GRAM)
            continue;
        int32_t at = first[bucket_of(space)];
        if (at < 0)
            continue;
        int64_t many = beginning(c, i, 3 * alike, 0, alike, space);
        many = many < alike ? many : alike;
        for (int tried = 0; at >= 0 && tried < MAX_TRIED && out[i] == 0; tried++, at = next[at])
            out[i] = at + many <= n && memcmp(within + at, space, (size_t)many * sizeof *space) == 0;
    }
    free(first);
    return 0;
}

enum { CAPITAL_SIGMA = 0x3A3, FINAL_SIGMA = 0x3C2, ELLIPSIS = 0x2026 };

/* Whether a character of a line is a letter, and not an ideograph. */
static int is_letter(const struct evidence *c, int64_t segment, int64_t at)
{
    at += c->edges[segment];
    if (at < c->edges[segment] || at >= c->edges[segment + 1])
        return 0;
    return c->spec->kinds[c->line[at] < c->spec->last_kind ? c->line[at] : c->spec->last_kind] == LETTER;
}

/* The characters of a line from `from` to before `stop`, in lower case; a capital sigma at the end of a word has a lower-case
 * letter of its own. Returns their number, at most FOLDED for each. */
static int64_t in_small(const struct evidence *c, int64_t segment, int64_t from, int64_t stop, uint32_t *out)
{
    const uint32_t *line = c->line + c->edges[segment];
    int64_t length = 0;
    for (int64_t at = from; at < stop; at++)
        if (line[at] == CAPITAL_SIGMA && is_letter(c, segment, at - 1) && !is_letter(c, segment, at + 1))
            out[length++] = FINAL_SIGMA;
        else
            length += fold(c->spec->small, line[at], out + length);
    return length;
}

/* The words at both ends of each line, in lower case: of its first `head` and last `tail` characters, with an ellipsis
 * between them, which is a word by itself; of the whole line, if it is not longer. Returns the number of words; -1 if memory
 * runs out. */
static int64_t segment_words(const struct evidence *c, uint64_t *hashes, int32_t *edges)
{
    int64_t words = 0, head = c->spec->head, tail = c->spec->tail;
    uint32_t *space = malloc((size_t)(FOLDED * (head + tail) + 1) * sizeof *space);
    if (space == NULL)
        return -1;
    for (int64_t i = 0; i < c->segments; i++) {
        int64_t all = c->edges[i + 1] - c->edges[i], first = all > head + tail ? head : all;
        int64_t length = in_small(c, i, 0, first, space);
        if (first < all) {
            space[length++] = ELLIPSIS;
            length += in_small(c, i, all - tail, all, space + length);
        }
        edges[i] = (int32_t)words;
        for (int64_t at = 0; at < length;)
            words += next_word(space, length, c->spec->kinds, c->spec->last_kind, &at, &hashes[words]) != 0;
    }
    edges[c->segments] = (int32_t)words;
    free(space);
    return words;
}

/* Flag the lines that, folded, equal a folded text of n code points. Returns 0; -1 if memory runs out. */
static int32_t same_text(const struct evidence *c, const uint32_t *wanted, int64_t n, float *out)
{
    uint32_t *space = malloc((size_t)(FOLDED * (n + 1)) * sizeof *space);
    if (space == NULL)
        return -1;
    /* A folded text is at least as long, and at most FOLDED times as long. */
    for (int64_t i = 0; i < c->segments; i++) {
        int64_t length = c->edges[i + 1] - c->edges[i];
        out[i] = length <= n && FOLDED * length >= n && beginning(c, i, length, 1, n + 1, space) == n &&
                 memcmp(space, wanted, (size_t)n * sizeof *wanted) == 0;
    }
    free(space);
    return 0;
}

/* Flag the keys that occur earlier in the list, or later if `step` is -1; 0 is no key. The table has `slots` places, a power of
 * two and more than the keys. */
static void flag_repeats(const uint64_t *keys, int64_t many, int64_t step, uint64_t *table, int64_t slots, float *out)
{
    memset(table, 0, (size_t)slots * sizeof *table);
    for (int64_t i = step > 0 ? 0 : many - 1; i >= 0 && i < many; i += step) {
        if (keys[i] == 0)
            continue;
        int64_t slot = slot_of(keys[i], table, slots);
        out[i] = table[slot] != 0;
        table[slot] = keys[i];
    }
}

/* A hash of code points, never 0. */
static uint64_t hash_of_points(const uint32_t *points, int64_t many)
{
    uint64_t key = EMPTY;
    for (int64_t at = 0; at < many; at++)
        key = with_point(key, points[at]);
    return finished(key);
}

/* Flag the lines that also occur before them, after them, and those whose beginning does: four columns, initially 0.
 * Returns 0; -1 if memory runs out. */
static int32_t repeats(const struct evidence *c, float *out)
{
    int64_t m = c->segments, slots = slots_for(m);
    uint64_t *keys = malloc((size_t)(m + slots) * sizeof *keys + (size_t)(FOLDED * c->spec->alike) * sizeof(uint32_t));
    if (keys == NULL)
        return -1;
    uint64_t *table = keys + m;
    uint32_t *space = (uint32_t *)(table + slots);
    float *seen = out, *lead = out + 2 * m;
    for (int64_t i = 0; i < m; i++)
        keys[i] = hash_of_points(space, beginning(c, i, c->spec->alike, 1, INT64_MAX, space));
    flag_repeats(keys, m, 1, table, slots, lead);
    flag_repeats(keys, m, -1, table, slots, lead + m);
    /* Equal lines have equal beginnings. */
    for (int64_t i = 0; i < m; i++)
        keys[i] = lead[i] == 0 && lead[m + i] == 0
                      ? 0
                      : hash_of_points(c->line + c->edges[i], c->edges[i + 1] - c->edges[i]);
    flag_repeats(keys, m, 1, table, slots, seen);
    flag_repeats(keys, m, -1, table, slots, seen + m);
    free(keys);
    return 0;
}
