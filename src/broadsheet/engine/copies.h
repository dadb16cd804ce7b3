/* Repeated text: which letters of each block also occur in other blocks. `again.py` decides what is a copy.
 *
 * Included by fusion.c. */

enum { WINDOW = 16 };                /* letters of a window; two texts rarely share one by chance */
enum { MIN_TITLE_LETTERS = 12 };     /* shortest headline that is searched for */
enum { MAX_TITLE_LETTERS = 150 };    /* longest one */
enum { MAX_KICKER_LETTERS = 40 };    /* letters besides the headline in a line that repeats it */
enum { LONG_LETTERS = 100 };         /* a unit with more letters is a paragraph */
enum { MAX_ABOVE = 2 };              /* paragraphs, such as standfirsts, above a repeated headline */
enum { HEADING = 1 << 30 };

/* The letters and digits of the kept text, lower-cased, in units: the kept segments of each block. */
struct units {
    int64_t count, letters;
    int32_t *of;       /* the unit of each kept segment */
    int32_t *rows;     /* the block of each unit */
    int32_t *edges;    /* where the letters of each unit begin and, last, end */
    int32_t *covered;  /* the number of its letters in windows that other units share */
    int32_t *headline; /* whether it is the headline, perhaps with a kicker */
    int32_t *unbroken; /* whether other units share all of its windows */
    uint32_t *text;
};

static int64_t letters_of(const struct folding *f, const uint32_t *from, int64_t many, uint32_t *out)
{
    int64_t letters = 0;
    for (int64_t i = 0; i < many; i++) { /* without branches, which would be unpredictable */
        uint32_t point = from[i] < (uint32_t)f->last_point ? from[i] : 0, small = f->folded[point];
        out[letters] = small & LONGER ? point : small;
        letters += (f->classes[point] & (LETTERS | DIGITS)) != 0;
    }
    return letters;
}

static void fill_units(const struct document *document, const struct segments *s, const struct folding *f,
                       const uint8_t *kept, struct units *u)
{
    int64_t place = 0;
    for (int64_t i = 0; i < s->count; i++) {
        if (!kept[i])
            continue;
        if (u->count == 0 || u->rows[u->count - 1] != s->block[i]) {
            u->edges[u->count] = (int32_t)u->letters;
            u->rows[u->count++] = s->block[i];
        }
        u->of[place++] = (int32_t)u->count - 1;
        u->letters += letters_of(f, document->columns.points + s->start[i], s->stop[i] - s->start[i], u->text + u->letters);
    }
    u->edges[u->count] = (int32_t)u->letters;
}

/* Whether the text of an element ends with the end of a sentence. */
static int ends_sentence(const struct document *document, const struct folding *f, int32_t row)
{
    const uint32_t *text = document->columns.points;
    int32_t at = document->columns.stop[row];
    while (at > document->columns.start[row] && class_in(f, text[at - 1]) & SPACES)
        at--;
    return at > document->columns.start[row] && class_in(f, text[at - 1]) & ENDS;
}

/* Find the units near the top that are the headline, perhaps with a kicker: lines that do not end a sentence, and headings
 * above the first paragraph. */
static void find_headlines(const struct document *document, const struct folding *f, const int32_t *least,
                           const uint32_t *title, int64_t many, struct units *u)
{
    size_t size = (size_t)many * sizeof *title;
    if (many < MIN_TITLE_LETTERS || many > MAX_TITLE_LETTERS)
        return;
    for (int64_t i = 0, above = 0; i < u->count; i++) {
        int64_t letters = u->edges[i + 1] - u->edges[i], beside = letters - many;
        const uint32_t *text = u->text + u->edges[i];
        if (beside > 0 && beside <= MAX_KICKER_LETTERS &&
            (memcmp(text, title, size) == 0 || memcmp(text + beside, title, size) == 0) &&
            (least[document->columns.tag[u->rows[i]]] & HEADING ? above == 0 : !ends_sentence(document, f, u->rows[i])))
            u->headline[i] = 1;
        else if (letters > LONG_LETTERS && above++ == MAX_ABOVE)
            return;
    }
}

/* Write the rolling hashes, which are not 0, and the offsets of all windows of the eligible units. Returns their number. */
static int64_t all_windows(const struct units *u, const uint8_t *eligible, uint64_t *hashes, int32_t *starts)
{
    static const uint64_t BASE = 0x9E3779B97F4A7C15u;
    uint64_t last = 1; /* BASE to the power of WINDOW - 1: the weight of the letter that leaves a window */
    for (int letter = 1; letter < WINDOW; letter++)
        last *= BASE;
    int64_t many = 0;
    for (int64_t i = 0; i < u->count; i++) {
        if (!eligible[i] || u->edges[i + 1] - u->edges[i] < WINDOW)
            continue;
        uint64_t hash = 0;
        for (int32_t at = u->edges[i]; at < u->edges[i] + WINDOW; at++)
            hash = hash * BASE + u->text[at];
        for (int32_t at = u->edges[i];; at++) {
            hashes[many] = hash ? hash : 1;
            starts[many++] = at;
            if (at + WINDOW == u->edges[i + 1])
                break;
            hash = (hash - u->text[at] * last) * BASE + u->text[at + WINDOW];
        }
    }
    return many;
}

enum { BITS = 16 }; /* bits of the filter per window */

/* Keep the windows that may occur twice, by a Bloom filter. Returns their number; -1 if memory runs out. */
static int64_t keep_repeated(int64_t many, uint64_t *hashes, int32_t *starts)
{
    int64_t bits = slots_for(BITS / 2 * many), left = 0;
    uint8_t *once = calloc((size_t)bits / 4 + 2, 1), *twice = once + bits / 8 + 1;
    if (once == NULL)
        return -1;
    for (int64_t i = 0; i < many; i++) {
        int64_t slot = first_slot(hashes[i], bits);
        uint8_t bit = (uint8_t)(1 << slot % 8);
        twice[slot / 8] |= once[slot / 8] & bit;
        once[slot / 8] |= bit;
    }
    for (int64_t i = 0; i < many; i++) {
        int64_t slot = first_slot(hashes[i], bits);
        if (twice[slot / 8] >> slot % 8 & 1) {
            hashes[left] = hashes[i];
            starts[left++] = starts[i];
        }
    }
    free(once);
    return left;
}

/* Count each unit's letters in windows that several units share. Replace the hashes and offsets by these windows, numbered
 * from 0, and the units that have them: one pair for each unit and window. Returns the number of pairs; -1 if memory runs
 * out. */
static int64_t keep_common(struct units *u, int64_t many, uint64_t *hashes, int32_t *starts)
{
    int64_t slots = slots_for(many), left = 0, windows = 0;
    uint64_t *table = calloc((size_t)slots, sizeof *table + 3 * sizeof(int32_t));
    if (table == NULL)
        return -1;
    /* first: the first unit with a window; number: of the window, from 1 */
    int32_t *first = (int32_t *)(table + slots), *others = first + slots, *number = others + slots;
    for (int32_t i = 0, unit = 0; i < many; i++) {
        while (starts[i] >= u->edges[unit + 1])
            unit++;
        int64_t slot = slot_of(hashes[i], table, slots);
        if (table[slot] == 0) {
            table[slot] = hashes[i];
            first[slot] = unit;
        }
        others[slot] |= first[slot] != unit;
    }
    int32_t done = 0; /* offset of the first letter that is not counted */
    for (int32_t i = 0, unit = 0; i < many; i++) {
        while (starts[i] >= u->edges[unit + 1])
            unit++;
        int64_t slot = slot_of(hashes[i], table, slots);
        if (!others[slot])
            continue;
        u->unbroken[unit]++; /* the number of these windows until all are counted */
        u->covered[unit] += starts[i] + WINDOW - (starts[i] > done ? starts[i] : done);
        done = starts[i] + WINDOW;
        if (number[slot] != 0 && first[slot] == unit)
            continue;
        if (number[slot] == 0)
            number[slot] = (int32_t)++windows;
        first[slot] = unit; /* from now on the last unit with the window */
        hashes[left] = (uint64_t)number[slot] - 1;
        starts[left++] = unit;
    }
    free(table);
    return left;
}

/* Find the units of the kept text, those that are headlines, and the windows that several units share, as pairs of a window
 * and a unit (see `keep_common`). Units are compared if they have `least` letters, by the tag of their block (with HEADING
 * added for headings), and are not in an element with the tag `item`.
 *
 * `titles` are `points` code points, with a zero after each title. `many` segments are kept. `numbers` gets the six columns
 * of `struct units`, each with space for `many` + 1 numbers; `text`, `hashes` and `starts` have space for all code points of
 * these segments. `counts` gets the number of units, letters and pairs, and of the units that are headlines or have at
 * least the given share of their letters in windows. Returns 0; -1 if memory runs out. */
API int32_t find_copies(const struct document *document, const struct segments *s, const struct folding *f,
                        const uint8_t *kept, int64_t many, const int32_t *least, uint16_t item,
                        const uint32_t *titles, int64_t points, int32_t *numbers, uint32_t *text, uint64_t *hashes,
                        int32_t *starts, double share, int64_t counts[4])
{
    int64_t size = many + 1;
    struct units u = {0, 0, numbers, numbers + size, numbers + 2 * size, numbers + 3 * size, numbers + 4 * size,
                      numbers + 5 * size, text};
    memset(u.covered, 0, (size_t)(3 * size) * sizeof *u.covered);
    fill_units(document, s, f, kept, &u);
    uint32_t *title = malloc((size_t)points * sizeof *titles + (size_t)u.count + 1);
    if (title == NULL)
        return -1;
    uint8_t *eligible = (uint8_t *)(title + points);
    for (int64_t from = 0, to; from < points; from = to + 1) {
        for (to = from; to < points && titles[to] != 0; to++)
            ;
        find_headlines(document, f, least, title, letters_of(f, titles + from, to - from, title), &u);
    }
    for (int64_t i = 0; i < u.count; i++) {
        int32_t row = u.rows[i], up = document->columns.parent[row], fewest = least[document->columns.tag[row]];
        eligible[i] = u.edges[i + 1] - u.edges[i] >= (fewest & ~HEADING) &&
                      (up < 0 || document->columns.tag[up] != item);
    }
    int64_t left = keep_repeated(all_windows(&u, eligible, hashes, starts), hashes, starts);
    free(title);
    if (left > 0)
        left = keep_common(&u, left, hashes, starts);
    counts[0] = u.count;
    counts[1] = u.letters;
    counts[2] = left;
    counts[3] = 0;
    for (int64_t i = 0; i < u.count; i++) {
        int64_t letters = u.edges[i + 1] - u.edges[i];
        u.unbroken[i] = u.unbroken[i] > letters - WINDOW;
        counts[3] += u.headline[i] || u.covered[i] / max_of(1, letters) >= share;
    }
    return left < 0 ? -1 : 0;
}
