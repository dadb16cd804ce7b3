/* The texts of segments: their words, their beginnings, and which stand more than once.
 *
 * Included by fusion.c. */

enum { FOLDED = 3 };
static const uint32_t LONGER = 0x80000000u;

static int is_space(const struct folding *f, uint32_t point)
{
    return f->classes[point < f->last_point ? point : f->last_point] & SPACES;
}

/* The next character of a text from *at on, a run of white space being one space; -1 behind the last one. White space
 * before the first, and behind the last, is none: `begun` says whether there was one. */
static int64_t next_point(const struct folding *f, const uint32_t *text, int32_t *at, int32_t stop, int begun)
{
    int gap = 0;
    for (; *at < stop && is_space(f, text[*at]); (*at)++)
        gap = begun;
    if (*at == stop)
        return -1;
    return gap ? ' ' : (int64_t)text[(*at)++];
}

/* What a character folds to. Returns how many there are, at most FOLDED. */
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

/* The beginning of a text: so many characters, folded, the spaces with them or without. Returns how many there are then,
 * at most FOLDED for each. */
static int64_t beginning(const struct folding *f, const uint32_t *text, int32_t from, int32_t stop, int64_t many, int spaces,
                         uint32_t *out)
{
    int64_t at = 0, point;
    for (int64_t read = 0; read < many && (point = next_point(f, text, &from, stop, read > 0)) >= 0; read++)
        if (spaces || point != ' ')
            at += fold(f, (uint32_t)point, out + at);
    return at;
}

enum { STRIDE = 16 }; /* code points that are looked at together */

/* Whether some code points stand in a text as they are. */
static int is_in(const uint32_t *text, int64_t n, const uint32_t *wanted, int64_t many)
{
    if (many == 0)
        return 1;
    for (int64_t at = 0, last = n - many; at <= last; at += STRIDE) {
        int64_t stop = at + STRIDE <= last ? at + STRIDE : last + 1;
        if (stop == at + STRIDE) {
            uint32_t any = 0;
            for (int j = 0; j < STRIDE; j++)
                any |= text[at + j] == *wanted;
            if (!any)
                continue;
        }
        for (int64_t from = at; from < stop; from++)
            if (text[from] == *wanted && memcmp(text + from, wanted, (size_t)many * sizeof *wanted) == 0)
                return 1;
    }
    return 0;
}

/* Flag the segments with enough characters whose beginning, `3 * alike` characters of it, folded and without spaces, and of
 * these no more than `alike`, stands in a text of n code points. Returns 0; -1 if there is no memory. */
static int32_t leads_in(const struct folding *f, const uint32_t *text, const struct segments *s, int64_t least, int64_t alike,
                        const uint32_t *within, int64_t n, float *out)
{
    uint32_t *space = malloc((size_t)(FOLDED * 3 * alike) * sizeof *space);
    if (space == NULL)
        return -1;
    for (int64_t i = 0; i < s->count; i++) {
        if (s->chars[i] < least)
            continue;
        int64_t many = beginning(f, text, s->start[i], s->stop[i], 3 * alike, 0, space);
        out[i] = (float)is_in(within, n, space, many < alike ? many : alike);
    }
    free(space);
    return 0;
}

/* The first characters of a text. Returns how many there are. */
static int64_t first_of_text(const struct folding *f, const uint32_t *text, int32_t from, int32_t stop, int64_t many,
                             uint32_t *out)
{
    int64_t at = 0, point;
    while (at < many && (point = next_point(f, text, &from, stop, at > 0)) >= 0)
        out[at++] = (uint32_t)point;
    return at;
}

/* The last ones of a text that has more than so many. */
static void last_of_text(const struct folding *f, const uint32_t *text, int32_t stop, int64_t many, uint32_t *out)
{
    int space = 0;
    for (int64_t at = many; at > 0;) {
        uint32_t point = text[--stop];
        if (is_space(f, point)) {
            space = at < many;
            continue;
        }
        if (space)
            out[--at] = ' ';
        space = 0;
        if (at > 0)
            out[--at] = point;
    }
}

enum { CAPITAL_SIGMA = 0x3A3, ELLIPSIS = 0x2026 };

/* The words at both ends of each segment, in small letters: `head` characters at its beginning and `tail` at its end, an
 * ellipsis between; or all, if there are no more. Returns how many words there are; -1 where
 * there is a letter whose small one depends on those around it, -2 if there is no memory. */
static int64_t segment_words(const struct reader *by, const uint32_t *text, const struct segments *s, uint64_t *hashes,
                             int32_t *edges)
{
    const struct folding *f = by->small;
    const int32_t *start = s->start, *stop = s->stop;
    int64_t words = 0, m = s->count, head = by->head, tail = by->tail;
    uint32_t *space = malloc((size_t)((1 + FOLDED) * (head + tail + 1)) * sizeof *space);
    if (space == NULL)
        return -2;
    uint32_t *line = space + head + tail + 1;
    for (int64_t i = 0; i < m; i++) {
        int64_t many = first_of_text(f, text, start[i], stop[i], head + tail + 1, space), length = 0;
        if (many > head + tail) {
            space[head] = ELLIPSIS; /* which is a word by itself */
            last_of_text(f, text, stop[i], tail, space + head + 1);
        }
        edges[i] = (int32_t)words;
        for (int64_t at = 0; at < many; at++) {
            if (space[at] == CAPITAL_SIGMA) {
                free(space);
                return -1;
            }
            length += fold(f, space[at], line + length);
        }
        for (int64_t at = 0; at < length;)
            words += next_word(line, length, by->kinds, by->last_kind, &at, &hashes[words]) != 0;
    }
    edges[m] = (int32_t)words;
    free(space);
    return words;
}

/* Whether each segment's text, folded, is a folded one of n code points. Returns 0; -1 if there is no memory. */
static int32_t same_text(const struct folding *f, const uint32_t *text, const struct segments *s, const uint32_t *wanted,
                         int64_t n, float *out)
{
    uint32_t *space = malloc((size_t)(FOLDED * (n + 1)) * sizeof *space);
    if (space == NULL)
        return -1;
    /* Folding makes no text shorter, and at most FOLDED times as long. */
    for (int64_t i = 0; i < s->count; i++)
        out[i] = s->chars[i] <= n && FOLDED * (int64_t)s->chars[i] >= n &&
                 beginning(f, text, s->start[i], s->stop[i], n + 1, 1, space) == n &&
                 memcmp(space, wanted, (size_t)n * sizeof *wanted) == 0;
    free(space);
    return 0;
}

/* Whether each key, 0 for none, was met before in the list, going forwards or backwards. The table has `slots` places, a
 * power of two and more than the keys. */
static void met(const uint64_t *keys, int64_t many, int64_t step, uint64_t *table, int64_t slots, float *out)
{
    memset(table, 0, (size_t)slots * sizeof *table);
    for (int64_t i = step > 0 ? 0 : many - 1; i >= 0 && i < many; i += step) {
        if (keys[i] == 0)
            continue;
        int64_t slot = place_of(keys[i], table, slots);
        out[i] = table[slot] != 0;
        table[slot] = keys[i];
    }
}

/* Whether the text of each segment stands before and after it once more, and whether one with the same beginning does:
 * four columns, all 0 before. Returns 0; -1 if there is no memory. */
static int32_t repeats(const struct folding *f, const uint32_t *text, const struct segments *s, int64_t read, float *out)
{
    const int32_t *start = s->start, *stop = s->stop;
    int64_t slots = 2, m = s->count;
    while (slots <= 2 * m)
        slots *= 2;
    uint64_t *keys = malloc((size_t)(m + slots) * sizeof *keys + (size_t)(FOLDED * read) * sizeof(uint32_t));
    if (keys == NULL)
        return -1;
    uint64_t *table = keys + m;
    uint32_t *space = (uint32_t *)(table + slots);
    float *seen = out, *lead = out + 2 * m;
    for (int64_t i = 0; i < m; i++) {
        int64_t many = beginning(f, text, start[i], stop[i], read, 1, space);
        uint64_t key = EMPTY;
        for (int64_t at = 0; at < many; at++)
            key = with_point(key, space[at]);
        keys[i] = finished(key);
    }
    met(keys, m, 1, table, slots, lead);
    met(keys, m, -1, table, slots, lead + m);
    /* Texts that are the same begin alike. */
    for (int64_t i = 0; i < m; i++) {
        if (lead[i] == 0 && lead[m + i] == 0) {
            keys[i] = 0;
            continue;
        }
        uint64_t key = EMPTY;
        int64_t point;
        for (int32_t at = start[i]; (point = next_point(f, text, &at, stop[i], at > start[i])) >= 0;)
            key = with_point(key, (uint32_t)point);
        keys[i] = finished(key);
    }
    met(keys, m, 1, table, slots, seen);
    met(keys, m, -1, table, slots, seen + m);
    free(keys);
    return 0;
}
