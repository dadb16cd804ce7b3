/* The parts of `fusion` that touch every character, word or state of a page, compiled.
 *
 * Loaded by kernel.py, which says what each array holds. It gives what the Python beside it gives, up to the rounding of
 * sums. No function allocates; each writes only where its arrays reach.
 */

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define VERSION 10

#define INLINE static inline __attribute__((always_inline))

enum { LOGARITHMS = 1 << 14 };

/* The logarithm of one more than each number: most that are asked for are of small whole ones. Filled once, when the
 * library is opened. */
static double logarithms[LOGARITHMS];

int32_t kernel_version(void)
{
    for (int32_t number = 0; number < LOGARITHMS; number++)
        logarithms[number] = log1p(number);
    return VERSION;
}

/* The logarithm of one more than a count. */
static double log_of(double count)
{
    int64_t whole = count < LOGARITHMS ? (int64_t)count : 0;
    return (double)whole == count ? logarithms[whole] : log1p(count);
}

/* ---- Words ---- */

/* As in tokens.py. */
enum { LETTER = 1, DIGIT, SINGLE, BREAK };
enum { LONGEST_NUMBER = 5, LONGEST_NAMES = 300 };

static const uint64_t EMPTY = 0x9E3779B97F4A7C15u;

static uint64_t with_point(uint64_t hash, uint32_t point) { return (hash ^ point) * 0x100000001B3u; }

/* Spreads what differs over all bits, and is never 0: that is a free place of a table. */
static uint64_t finished(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= 0xD6E8FEB86659FD93u;
    hash ^= hash >> 32;
    return hash ? hash : 1;
}

/* The hashes of words that have a line feed after each. Returns how many. */
int64_t hash_words(const uint32_t *points, int64_t length, uint64_t *hashes)
{
    int64_t words = 0;
    uint64_t hash = EMPTY;
    for (int64_t i = 0; i < length; i++) {
        if (points[i] == '\n') {
            hashes[words++] = finished(hash);
            hash = EMPTY;
        } else
            hash = with_point(hash, points[i]);
    }
    return words;
}

/* The next word, or what is none, from *at on: its kind, and its hash if it is one; *at is moved behind it. */
INLINE unsigned next_word(const uint32_t *points, int64_t length, const uint8_t *kinds, int64_t last, int64_t *at,
                          uint64_t *hash)
{
    int64_t first = *at, i = first + 1;
    unsigned kind = kinds[points[first] < last ? points[first] : last];
    if (kind != 0 && kind != BREAK) {
        *hash = with_point(EMPTY, points[first]);
        if (kind != SINGLE)
            for (; i < length && kinds[points[i] < last ? points[i] : last] == kind; i++)
                *hash = with_point(*hash, points[i]);
        if (kind == DIGIT && points[first] <= '9') {
            *hash = EMPTY;
            for (int64_t digit = first; digit < i && digit < first + LONGEST_NUMBER; digit++)
                *hash = with_point(*hash, '0');
        }
        *hash = finished(*hash);
    }
    *at = i;
    return kind;
}

/* Words of texts that have a line feed between: where each begins and ends, its hash, and how many there are before each
 * line feed. Returns how many there are. */
int64_t split_texts(const uint32_t *points, int64_t length, const uint8_t *kinds, int64_t last, int32_t *start,
                    int32_t *stop, uint64_t *hashes, int32_t *edges)
{
    int64_t words = 0, texts = 0;
    for (int64_t i = 0; i < length;) {
        int64_t first = i;
        unsigned kind = next_word(points, length, kinds, last, &i, &hashes[words]);
        if (kind == BREAK)
            edges[texts++] = (int32_t)words;
        else if (kind != 0) {
            start[words] = (int32_t)first;
            stop[words++] = (int32_t)i;
        }
    }
    return words;
}

/* Put words into a table of `slots` places, a power of two and more than the words: each word's number is its place in
 * the list, from 1. */
void fill_table(const uint64_t *hashes, int64_t words, uint64_t *keys, int32_t *numbers, int64_t slots)
{
    for (int64_t i = 0; i < words; i++) {
        uint64_t at = hashes[i] & (uint64_t)(slots - 1);
        while (keys[at] != 0 && keys[at] != hashes[i])
            at = (at + 1) & (uint64_t)(slots - 1);
        keys[at] = hashes[i];
        numbers[at] = (int32_t)(i + 1);
    }
}

/* The number of each word in a table, 0 for one that is not there. */
void look_up(const uint64_t *hashes, int64_t words, const uint64_t *keys, const int32_t *numbers, int64_t slots,
             int32_t *out)
{
    for (int64_t i = 0; i < words; i++) {
        uint64_t at = hashes[i] & (uint64_t)(slots - 1);
        while (keys[at] != 0 && keys[at] != hashes[i])
            at = (at + 1) & (uint64_t)(slots - 1);
        out[i] = keys[at] == 0 ? 0 : numbers[at];
    }
}

static int is_upper(uint8_t byte) { return byte >= 'A' && byte <= 'Z'; }
static int is_lower(uint8_t byte) { return byte >= 'a' && byte <= 'z'; }

/* The words in the names of elements, which have a zero after each element's. A word is a capital and small letters,
 * small letters, or capitals that no small letter follows; each counts once in an element.
 *
 * `numbers` gets a number for each element, the same for the same words, from 1, and 0 for none; `first` the element
 * that each number was first met at, `edges` where the words of each number begin and, last, end; `hashes` the words.
 * The table has `slots` places, a power of two and more than the elements, all 0. Returns the highest number. */
int64_t split_names(const uint8_t *data, int64_t elements, uint64_t *table, int32_t *known, int64_t slots,
                    int32_t *numbers, int32_t *first, int32_t *edges, uint64_t *hashes)
{
    int64_t distinct = 0, begun = 0;
    edges[0] = edges[1] = 0;
    for (int64_t i = 0; i < elements; i++) {
        int64_t words = begun;
        uint64_t all = EMPTY;
        int points = 0;
        const uint8_t *at = data;
        /* The end: the zero, or what is beyond the longest that is read. */
        while (*at && (points += (*at & 0xC0) != 0x80) <= LONGEST_NAMES)
            at++;
        const uint8_t *end = at;
        for (at = data; at < end;) {
            const uint8_t *from = at;
            if (is_upper(*at)) {
                while (at < end && is_upper(*at))
                    at++;
                if (at < end && is_lower(*at)) {
                    if (at - from > 1)
                        at--;
                    else
                        while (at < end && is_lower(*at))
                            at++;
                }
            } else if (is_lower(*at))
                while (at < end && is_lower(*at))
                    at++;
            else {
                at++;
                continue;
            }
            uint64_t hash = EMPTY;
            for (; from < at; from++)
                hash = with_point(hash, *from | 0x20u);
            hash = finished(hash);
            int64_t other = begun;
            while (other < words && hashes[other] != hash)
                other++;
            if (other == words) {
                hashes[words++] = hash;
                all = (all ^ hash) * 0x100000001B3u;
            }
        }
        if (words == begun)
            numbers[i] = 0;
        else {
            all = finished(all);
            uint64_t slot = all & (uint64_t)(slots - 1);
            while (table[slot] != 0 && table[slot] != all)
                slot = (slot + 1) & (uint64_t)(slots - 1);
            if (table[slot] == 0) {
                table[slot] = all;
                known[slot] = (int32_t)++distinct;
                first[distinct] = (int32_t)i;
                edges[distinct + 1] = (int32_t)(begun = words);
            }
            numbers[i] = known[slot];
        }
        while (*data)
            data++;
        data++;
    }
    return distinct;
}

/* ---- Columns ---- */

/* A page, its segments and the tables of features.py. All of a page's arrays have a number a row, all of the segments'
 * a number a segment. */
struct columns {
    int64_t rows, segments, points;
    const uint32_t *text;
    const uint16_t *tag;
    const int32_t *parent, *end, *depth, *row_chars, *of;
    const int32_t *first, *last, *start, *stop, *block, *chars, *words, *marks, *link_chars;
    const int32_t *own, *near;    /* numbers of the names of the block and of the element above it */
    const uint16_t *classes;      /* by code point */
    const uint32_t *around_bits;  /* by tag, and so on */
    const int32_t *block_column;  /* -1 for a tag that has none */
    const int8_t *counted;        /* place among the counted tags, or -1 */
    const int32_t *inside, *between, *earlier;
    int64_t last_point, counted_tags, around, insides, betweens, earliers;
    float *out;                   /* a row a column */
    /* Worked in: a number a row and one more each, and places for twice the segments, a power of two. */
    uint64_t *signature;
    uint32_t *inherited;
    int32_t *before;
    double *reached;              /* 4 by segments + 1: characters, those of links, those of prose, segments */
    uint64_t *keys;
    int32_t *group;
    int64_t slots;
    double *held;                 /* 3 by segments: what each group holds */
    int32_t *member;              /* segments */
    int32_t *counts;              /* 5 by counted tags */
    /* Where groups of columns begin, in the order of features.py. */
    int32_t shape, place, grouped, page, container, holder, holder_depth, at_around, at_inside, at_between, at_earlier,
        at_later;
};

enum { MARKS = 8, DIGITS = 1 << MARKS, UPPER = 1 << 9, LETTERS = 1 << 10, SPACES = 1 << 11, COUNTED = 11 };
enum { COMMAS = 1, ENDS = 2, COLON = 4, QUOTES = 64, BRACKETS = 128 };
enum { PROSE = 80, LEVELS = 4, HELD = 5, GROUPS = 5, SHARES = 3, NEAREST = 2 };

static double least(double a, double b) { return a < b ? a : b; }
static double most(double a, double b) { return a > b ? a : b; }

static float *column(const struct columns *c, int32_t number) { return c->out + number * c->segments; }

static unsigned class_of(const struct columns *c, int64_t at)
{
    return c->classes[c->text[at] < c->last_point ? c->text[at] : c->last_point];
}

/* The class of a character from the end, or with `step` 1 from the beginning, white space being one space and none
 * at the ends: *at is moved on to the next. A space beyond the text. */
static unsigned next_class(const struct columns *c, int64_t *at, int64_t end, int64_t step, int first)
{
    int spaces = 0;
    while (*at != end && class_of(c, *at) & SPACES) {
        *at += step;
        spaces = 1;
    }
    if (*at == end || (spaces && !first)) {
        return SPACES;
    }
    unsigned class = class_of(c, *at);
    *at += step;
    return class;
}

/* What a segment looks like by itself. */
static void shape(const struct columns *c)
{
    int64_t m = c->segments;
    float *out = column(c, c->shape), *styles = out + (8 + MARKS + 6) * m;
    for (int64_t i = 0; i < m; i++) {
        double chars = c->chars[i], words = c->words[i], marks = c->marks[i];
        int32_t counts[COUNTED] = {0};
        for (int64_t at = c->start[i]; at < c->stop[i]; at++) {
            unsigned class = class_of(c, at) & (SPACES - 1);
            if (class == LETTERS)
                counts[10]++;
            else
                for (int bit = 0; class != 0; bit++, class >>= 1)
                    counts[bit] += (int32_t)(class & 1);
        }
        float *to = out + i;
        double plain[8] = {log_of(chars), log_of(words), least(20, chars / most(1, words)) / 10, c->link_chars[i] / chars,
                           least(0.3, marks / chars) * 10, marks > 0, least(40, words / most(1, marks)) / 10, 0};
        for (int j = 0; j < 8; j++, to += m)
            *to = (float)plain[j];
        for (int mark = 0; mark < MARKS; mark++, to += m)
            *to = (float)(least(0.25, counts[mark] / chars) * 20);
        *to = (float)least(1, counts[8] / chars), to += m;
        *to = (float)(counts[9] / most(1, counts[10])), to += m;
        int64_t at = c->stop[i] - 1;
        unsigned last = next_class(c, &at, c->start[i] - 1, -1, 1), other = next_class(c, &at, c->start[i] - 1, -1, 0);
        *to = (last & ENDS) || (last & (QUOTES | BRACKETS) && other & ENDS), to += m;
        *to = (last & COLON) != 0, to += m;
        at = c->start[i];
        unsigned begin = next_class(c, &at, c->stop[i], 1, 1), second = next_class(c, &at, c->stop[i], 1, 0);
        *to = (begin & UPPER) || (begin & QUOTES && second & UPPER), to += m;
        *to = (begin & QUOTES) != 0;
    }
    float *rows = out + 7 * m, *bold = styles, *italic = styles + m;
    uint32_t is_bold = 1u << c->around, is_italic = is_bold << 1;
    memset(styles, 0, (size_t)(2 * m) * sizeof *styles);
    for (int64_t row = 0; row < c->rows; row++) {
        int32_t of = c->of[row];
        if (of < 0)
            continue;
        rows[of]++;
        if (c->inherited[row] & is_bold)
            bold[of] += (float)c->row_chars[row];
        if (c->inherited[row] & is_italic)
            italic[of] += (float)c->row_chars[row];
    }
    for (int64_t i = 0; i < m; i++) {
        rows[i] = (float)log_of(rows[i]);
        bold[i] = (float)((double)bold[i] / c->chars[i]);
        italic[i] = (float)((double)italic[i] / c->chars[i]);
    }
}

/* The depth of the lowest element that holds two rows; see features.py. */
static int32_t meeting(const struct columns *c, int32_t one, int32_t other)
{
    if (other <= one)
        return c->depth[one];
    while (c->end[one] <= other)
        one = c->parent[one];
    return c->depth[one];
}

/* Number segments by their keys, and sum up what each group holds: columns from `number` on. */
static void grouped(const struct columns *c, int32_t number, const uint64_t *key_of, float *same)
{
    int64_t m = c->segments, mask = c->slots - 1;
    int32_t groups = 0;
    double total = c->reached[m], *chars = c->held, *links = chars + m, *many = links + m;
    memset(c->keys, 0, (size_t)c->slots * sizeof *c->keys);
    for (int64_t i = 0; i < m; i++) {
        uint64_t key = finished(key_of[i]);
        int64_t slot = (int64_t)key & mask;
        while (c->keys[slot] != 0 && c->keys[slot] != key)
            slot = (slot + 1) & mask;
        if (c->keys[slot] == 0) {
            c->keys[slot] = key;
            c->group[slot] = groups;
            chars[groups] = links[groups] = many[groups] = 0;
            groups++;
        }
        int32_t group = c->member[i] = c->group[slot];
        chars[group] += c->chars[i];
        links[group] += c->link_chars[i];
        many[group]++;
    }
    float *out = column(c, number);
    for (int64_t i = 0; i < m; i++, out++) {
        int32_t group = c->member[i];
        out[0] = (float)log_of(chars[group]);
        out[m] = (float)(chars[group] / total);
        out[2 * m] = (float)log_of(many[group]);
        out[3 * m] = (float)(links[group] / chars[group]);
        out[4 * m] = (float)log_of(chars[group] / many[group]);
        if (same != NULL && i > 0)
            same[i] = same[m + i - 1] = group == c->member[i - 1];
    }
}

/* Where a segment stands, and what stands around it. `keys` has 2 by segments numbers. */
static void place(const struct columns *c, uint64_t *keys)
{
    int64_t m = c->segments;
    double total = c->reached[m], prose = c->reached[3 * (m + 1) - 1], text = most(1, (double)c->points);
    float *out = column(c, c->place), *gap = out + 8 * m, *common = gap + 2 * m, *same = common + 2 * m,
          *logs = same + 2 * m, *links = logs + m;
    memset(gap, 0, (size_t)(6 * m) * sizeof *gap);
    for (int64_t i = 0; i < m; i++) {
        int32_t block = c->block[i];
        keys[i] = c->signature[block];
        keys[m + i] = finished(keys[i] ^ ((uint64_t)(uint32_t)c->own[i] << 32 | (uint32_t)c->near[i]));
        double before = c->reached[2 * (m + 1) + i];
        double values[8] = {c->reached[i + 1] / total,
                            (double)i / (double)m,
                            log_of((double)m),
                            c->depth[block] / 20.0,
                            c->start[i] / text,
                            0,
                            before / most(1, prose),
                            1 - c->reached[2 * (m + 1) + i + 1] / most(1, prose)};
        for (int j = 0; j < 8; j++)
            out[j * m + i] = (float)values[j];
        c->before[block]++;
        if (i > 0) {
            int32_t depth = meeting(c, c->block[i - 1], block);
            gap[i] = gap[m + i - 1] = (float)(least(20, c->depth[c->block[i - 1]] + c->depth[block] - 2 * depth) / 5);
            common[i] = common[m + i - 1] = (float)(depth / 20.0);
        }
        double sum = 0, shares = 0;
        for (int64_t near = i - NEAREST; near <= i + NEAREST; near++) {
            int64_t at = near < 0 ? 0 : near < m ? near : m - 1;
            sum += log_of((double)c->chars[at]);
            shares += (double)c->link_chars[at] / c->chars[at];
        }
        logs[i] = (float)(sum / (2 * NEAREST + 1));
        links[i] = (float)(shares / (2 * NEAREST + 1));
    }
    for (int64_t i = 0; i < m; i++)
        out[5 * m + i] = (float)log_of((double)c->before[c->block[i]]);
    grouped(c, c->grouped, keys, same);
    grouped(c, c->grouped + GROUPS, keys + m, NULL);
}

/* What the containers above a segment hold, and the lowest ones that hold so much of the prose. */
static void containers(const struct columns *c)
{
    static const double SHARE[SHARES] = {0.5, 0.75, 0.9};
    int64_t m = c->segments, wide = m + 1;
    const double *chars = c->reached, *links = chars + wide, *prose = links + wide;
    double total = most(1, chars[m]), good = most(1, prose[m]);
    int32_t *before = c->before; /* segments that begin before a row */
    memset(before, 0, (size_t)(c->rows + 1) * sizeof *before);
    for (int64_t i = 0; i < m; i++)
        before[c->first[i] + 1] = 1;
    for (int64_t row = 0; row < c->rows; row++)
        before[row + 1] += before[row];
    float *out = column(c, c->container);
    for (int64_t i = 0; i < m; i++) {
        int32_t row = c->block[i];
        float *to = out + i;
        for (int level = 0; level < LEVELS; level++) {
            int32_t at = row < 0 ? 0 : row, a = before[at], b = before[c->end[at]];
            double text = chars[b] - chars[a];
            double values[HELD] = {text / total, (links[b] - links[a]) / most(1, text), (prose[b] - prose[a]) / good,
                                   log_of((double)(b - a)), log_of(text / (c->end[at] - at))};
            for (int j = 0; j < HELD; j++, to += m)
                *to = (float)values[j];
            row = row < 0 ? -1 : c->parent[row];
        }
    }
    int32_t holder[SHARES] = {0};
    if (prose[m] > 0)
        for (int32_t row = 0; row < c->rows; row++) {
            double here = prose[before[c->end[row]]] - prose[before[row]];
            if (c->tag[row] == 0 || here < SHARE[0] * good)
                continue;
            for (int share = 0; share < SHARES; share++)
                if (here >= SHARE[share] * good && c->depth[row] > c->depth[holder[share]])
                    holder[share] = row;
        }
    for (int share = 0; share < SHARES; share++) {
        float *in = column(c, c->holder + share), *depth = column(c, c->holder_depth + share);
        int32_t row = holder[share];
        for (int64_t i = 0; i < m; i++) {
            in[i] = c->first[i] >= row && c->first[i] < c->end[row];
            depth[i] = (float)((c->depth[c->block[i]] - c->depth[row]) / 10.0);
        }
    }
}

/* Move a count of tags on to a row. */
static void advance(const struct columns *c, int32_t *counts, int32_t *at, int32_t to)
{
    for (; *at < to; (*at)++)
        if (c->counted[c->tag[*at]] >= 0)
            counts[c->counted[c->tag[*at]]]++;
}

static float log_count(int32_t number) { return (float)log_of(number); }

/* The tags of a segment's block, around it, in it, between it and the one before, and before and after it. */
static void tags(const struct columns *c)
{
    int64_t m = c->segments, n = c->counted_tags;
    int32_t *start = c->counts, *stop = start + n, *after = stop + n, *here = after + n, *all = here + n;
    int32_t at_start = 0, at_stop = 0, at_after = 0, at_here = 0, at_all = 0, rows = (int32_t)c->rows;
    memset(c->counts, 0, (size_t)(5 * n) * sizeof *c->counts);
    advance(c, all, &at_all, rows);
    float *around = column(c, c->at_around), *inside = column(c, c->at_inside), *between = column(c, c->at_between),
          *earlier = column(c, c->at_earlier), *later = column(c, c->at_later);
    for (int64_t i = 0; i < m; i++) {
        int32_t number = c->block_column[c->tag[c->block[i]]], first = c->first[i], last = c->last[i] + 1;
        if (number >= 0)
            column(c, number)[i] = 1;
        for (int64_t bit = 0; bit < c->around; bit++)
            around[bit * m + i] = (float)(c->inherited[first] >> bit & 1);
        int32_t next = i + 1 < m ? c->first[i + 1] : rows;
        advance(c, start, &at_start, first > 0 ? first - 1 : 0);
        advance(c, stop, &at_stop, next < last ? next : last);
        advance(c, after, &at_after, i > 0 ? c->last[i - 1] + 1 : 0);
        advance(c, here, &at_here, first);
        for (int64_t j = 0; j < c->insides; j++)
            inside[j * m + i] = log_count(stop[c->inside[j]] - start[c->inside[j]]);
        for (int64_t j = 0; j < c->betweens; j++)
            between[j * m + i] = log_count(here[c->between[j]] - after[c->between[j]]);
        for (int64_t j = 0; j < c->earliers; j++) {
            earlier[j * m + i] = log_count(here[c->earlier[j]]);
            later[j * m + i] = log_count(all[c->earlier[j]] - here[c->earlier[j]]);
        }
    }
}

/* What characters are, and what folding makes of each. */
struct folding {
    const uint16_t *classes; /* by code point; the last entry stands for all above */
    int64_t last_point;
    const uint32_t *folded;  /* by code point; what is beyond is as it is; with the highest bit set, where in `longer` */
    int64_t points;
    const uint32_t *longer;  /* what is folded to several, FOLDED to each, 0 for none */
};

enum { FOLDED = 3 };
static const uint32_t LONGER = 0x80000000u;

static int is_space(const struct folding *f, uint32_t point)
{
    return f->classes[point < f->last_point ? point : f->last_point] & SPACES;
}

/* The beginning of a text, white space being one space and none at the ends: so many characters, folded, the spaces with
 * them or without. Returns how many there are then, at most FOLDED for each. */
static int64_t beginning(const struct folding *f, const uint32_t *text, int32_t from, int32_t stop, int64_t many, int spaces,
                         uint32_t *out)
{
    int64_t at = 0, read = 0;
    int space = 0;
    for (; from < stop && read < many; from++) {
        uint32_t point = text[from];
        if (is_space(f, point)) {
            space = read > 0;
            continue;
        }
        if (space) {
            space = 0;
            if (spaces)
                out[at++] = ' ';
            if (++read == many)
                break;
        }
        read++;
        uint32_t value = point < f->points ? f->folded[point] : point;
        if (value & LONGER)
            for (int part = 0; part < FOLDED && f->longer[(value ^ LONGER) + part] != 0; part++)
                out[at++] = f->longer[(value ^ LONGER) + part];
        else
            out[at++] = value;
    }
    return at;
}

/* The beginnings of texts, `read` characters of each, folded and without spaces, no more than `most`, with a line feed
 * after each. Returns how many code points. Worked in: FOLDED by read. */
int64_t leads(const struct folding *f, const uint32_t *text, const int32_t *start, const int32_t *stop, int64_t texts,
              int64_t read, int64_t most, uint32_t *space, uint32_t *out)
{
    uint32_t *to = out;
    for (int64_t i = 0; i < texts; i++) {
        int64_t many = beginning(f, text, start[i], stop[i], read, 0, space);
        many = many < most ? many : most;
        memcpy(to, space, (size_t)many * sizeof *to);
        to += many;
        *to++ = '\n';
    }
    return to - out;
}

/* The first characters of a text, white space as in `beginning`, not folded. Returns how many there are. */
static int64_t first_of_text(const struct folding *f, const uint32_t *text, int32_t from, int32_t stop, int64_t many,
                             uint32_t *out)
{
    int64_t at = 0;
    int space = 0;
    for (; from < stop && at < many; from++) {
        if (is_space(f, text[from])) {
            space = at > 0;
            continue;
        }
        if (space)
            out[at++] = ' ';
        space = 0;
        if (at < many)
            out[at++] = text[from];
    }
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
 * ellipsis between; or all, if there are no more. `f` makes small letters here. Worked in: head, tail and 1, and FOLDED
 * times as many. Returns how many words there are; -1 where there is a letter whose small one depends on those around
 * it. */
int64_t segment_words(const struct folding *f, const uint32_t *text, const int32_t *start, const int32_t *stop, int64_t m,
                      int64_t head, int64_t tail, const uint8_t *kinds, int64_t last, uint32_t *space, uint32_t *line,
                      uint64_t *hashes, int32_t *edges)
{
    int64_t words = 0;
    for (int64_t i = 0; i < m; i++) {
        int64_t many = first_of_text(f, text, start[i], stop[i], head + tail + 1, space), length = 0;
        if (many > head + tail) {
            space[head] = ELLIPSIS; /* which is a word by itself */
            last_of_text(f, text, stop[i], tail, space + head + 1);
        }
        edges[i] = (int32_t)words;
        for (int64_t at = 0; at < many; at++) {
            uint32_t value = space[at] < f->points ? f->folded[space[at]] : space[at];
            if (space[at] == CAPITAL_SIGMA)
                return -1;
            if (value & LONGER)
                for (int part = 0; part < FOLDED && f->longer[(value ^ LONGER) + part] != 0; part++)
                    line[length++] = f->longer[(value ^ LONGER) + part];
            else
                line[length++] = value;
        }
        for (int64_t at = 0; at < length;)
            words += next_word(line, length, kinds, last, &at, &hashes[words]) != 0;
    }
    edges[m] = (int32_t)words;
    return words;
}

/* Whether each segment's text, folded, is a folded one of n code points. Worked in: FOLDED by n + 1. */
void same_text(const struct folding *f, const uint32_t *text, const int32_t *start, const int32_t *stop, const int32_t *chars,
               int64_t m, const uint32_t *wanted, int64_t n, uint32_t *space, float *out)
{
    /* Folding makes no text shorter, and at most FOLDED times as long. */
    for (int64_t i = 0; i < m; i++)
        out[i] = chars[i] <= n && FOLDED * chars[i] >= n &&
                 beginning(f, text, start[i], stop[i], n + 1, 1, space) == n &&
                 memcmp(space, wanted, (size_t)n * sizeof *wanted) == 0;
}

/* Whether each key, 0 for none, was met before in the list, going forwards or backwards. The table has `slots` places, a
 * power of two and more than the keys. */
static void met(const uint64_t *keys, int64_t many, int64_t step, uint64_t *table, int64_t slots, float *out)
{
    memset(table, 0, (size_t)slots * sizeof *table);
    for (int64_t i = step > 0 ? 0 : many - 1; i >= 0 && i < many; i += step) {
        if (keys[i] == 0)
            continue;
        int64_t slot = (int64_t)(keys[i] & (uint64_t)(slots - 1));
        while (table[slot] != 0 && table[slot] != keys[i])
            slot = (slot + 1) & (slots - 1);
        out[i] = table[slot] != 0;
        table[slot] = keys[i];
    }
}

/* Whether the text of each segment stands before and after it once more, and whether one with the same beginning does:
 * four columns, all 0 before. Worked in: the segments' keys, a table as above, FOLDED by `read`. */
void repeats(const struct folding *f, const uint32_t *text, const int32_t *start, const int32_t *stop, int64_t m, int64_t read,
             uint64_t *keys, uint64_t *table, int64_t slots, uint32_t *space, float *out)
{
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
        int gap = 0, begun = 0;
        for (int32_t at = start[i]; at < stop[i]; at++) {
            if (is_space(f, text[at])) {
                gap = begun;
                continue;
            }
            if (gap)
                key = with_point(key, ' ');
            key = with_point(key, text[at]);
            gap = 0;
            begun = 1;
        }
        keys[i] = finished(key);
    }
    met(keys, m, 1, table, slots, seen);
    met(keys, m, -1, table, slots, seen + m);
}

/* How many of some words are different ones. */
static int32_t different(const uint64_t *words, int32_t many)
{
    int32_t count = 0;
    for (int32_t i = 0; i < many; i++) {
        int32_t before = 0;
        while (words[before] != words[i])
            before++;
        count += before == i;
    }
    return count;
}

static int is_among(uint64_t word, const uint64_t *words, int32_t many)
{
    for (int32_t i = 0; i < many; i++)
        if (words[i] == word)
            return 1;
    return 0;
}

/* How the words of each segment go with those of two titles, and on which side of the title each stands: eight columns in
 * the order of features.py, of which the third is left as it is.
 *
 * `hashes` are the segments' words, `edges` where those of each begin and, last, end; `titles` and `bounds` likewise of the
 * two titles. By row: its parent, its end, its depth. */
void titles(int64_t m, const uint64_t *hashes, const int32_t *edges, const uint64_t *titles, const int32_t *bounds,
            const int32_t *first, const int32_t *parent, const int32_t *end, const int32_t *depth, float *out)
{
    float *found[2] = {out, out + 3 * m}, *share[2] = {out + m, out + 4 * m}, *after = out + 5 * m, *distance = after + m,
          *common = distance + m;
    int64_t likely[2] = {-1, -1};
    for (int which = 0; which < 2; which++) {
        const uint64_t *wanted = titles + bounds[which];
        int32_t many = bounds[which + 1] - bounds[which], size = different(wanted, many);
        uint64_t some = 0; /* of the words, the bits that their numbers end in */
        for (int32_t i = 0; i < many; i++)
            some |= 1ull << (wanted[i] & 63);
        for (int64_t i = 0; i < m; i++) {
            int32_t number = edges[i + 1] - edges[i], hits = 0;
            for (int32_t at = edges[i]; at < edges[i + 1]; at++)
                hits += (some >> (hashes[at] & 63) & 1) && is_among(hashes[at], wanted, many);
            double part = least(1, (double)hits / most(1, size));
            found[which][i] = (float)part;
            share[which][i] = (float)(hits / most(1, number));
            if (likely[which] < 0 && hits >= 0.6 * number && part > 0.7)
                likely[which] = i;
        }
    }
    int64_t title = likely[0] >= 0 ? likely[0] : likely[1];
    for (int64_t i = 0; i < m; i++) {
        after[i] = title < 0 ? 0.5f : i > title;
        distance[i] = title < 0 ? 2.0f : (float)(log_of((double)(i > title ? i - title : title - i)) / 3);
        common[i] = 0;
        if (title < 0)
            continue;
        /* The lowest element above the title that holds the segment. */
        int32_t row = parent[first[title]];
        while (row > 0 && (row > first[i] || end[row] <= first[i]))
            row = parent[row];
        common[i] = (float)(depth[row > 0 ? row : 0] / 20.0);
    }
}

/* The maximum scoring subsequence as methods/maths/subsequence.py has it, of the segments' lengths, negative where one
 * is no text: whether each is in it, and its sign. */
void mss(int64_t m, const int32_t *chars, const int32_t *links, const double *size, const double *colour,
         double least_size, double least_colour, double most_links, float *in, float *sign)
{
    int64_t sum = 0, lowest = 0, lowest_at = 0, best = 0, first = 0, stop = 0;
    for (int64_t i = 0; i < m; i++) {
        int holds = size[i] >= least_size && colour[i] >= least_colour && links[i] / most(1, chars[i]) <= most_links;
        sign[i] = chars[i] == 0 ? 0 : holds ? 1 : -1;
        if (sum <= lowest) {
            lowest = sum;
            lowest_at = i;
        }
        sum += holds ? chars[i] : -chars[i];
        if (sum - lowest > best) {
            best = sum - lowest;
            first = lowest_at;
            stop = i + 1;
        }
    }
    for (int64_t i = 0; i < m; i++)
        in[i] = i >= first && i < stop;
}

/* The elements around each segment, from the inside out: so many inline ones around its first row, its block, and those
 * above it; -1 where there is none. `rows` has them by segment; `seen` says of each row of the page whether it is among
 * them, and is 0 before. */
void around(int64_t m, const int32_t *parent, const int32_t *first, const int32_t *block, int64_t inline_levels,
            int64_t levels, int32_t *rows, uint8_t *seen)
{
    for (int64_t i = 0; i < m; i++) {
        int32_t row = parent[first[i]];
        for (int64_t level = 0; level < inline_levels + levels; level++, rows++) {
            if (level == inline_levels)
                row = block[i];
            *rows = row >= 0 && (level >= inline_levels || row > block[i]) ? row : -1;
            if (*rows >= 0)
                seen[row] = 1;
            if (row >= 0)
                row = parent[row];
        }
    }
}

/* CoreEx as methods/coreex.py has it, without ties and with forms: whether each segment's first row is kept, and the score
 * of its block.
 *
 * By row: its tag, its parent, its end, its depth, its words, whether it is shown, whether it is hidden. `links` says of
 * each tag whether it is a link. What is worked in: 3 by rows + 1 whole numbers, and 3 by rows numbers. */
void coreex(int64_t rows, const uint16_t *tag, const int32_t *parent, const int32_t *end, const int32_t *depth,
            const int32_t *words, const uint8_t *shown, const uint8_t *hidden, const uint8_t *links, double threshold,
            double weight_ratio, double weight_text, int64_t segments, const int32_t *first, const int32_t *block,
            int32_t *whole, double *real, float *kept, float *scores)
{
    int32_t *linked = whole, *text = linked + rows + 1, *link = text + rows + 1, page_text = 0;
    double *set_text = real, *set_link = set_text + rows, *score = set_link + rows;
    uint8_t *inside = (uint8_t *)score; /* free until there are scores */
    linked[0] = text[0] = link[0] = 0;
    for (int64_t row = 0; row < rows; row++) {
        inside[row] = links[tag[row]] || (parent[row] >= 0 && inside[parent[row]]);
        int32_t here = shown[row] ? words[row] : 0;
        page_text += here;
        linked[row + 1] = linked[row] + (inside[row] && here > 0);
    }
    for (int64_t row = 0; row < rows; row++) {
        int is_link = linked[row + 1] > linked[row] ||
                      (links[tag[row]] && !hidden[row] && linked[end[row]] == linked[row]);
        text[row + 1] = text[row] + (is_link ? 1 : shown[row] ? words[row] : 0);
        link[row + 1] = link[row] + is_link;
    }
    memset(set_text, 0, (size_t)(3 * rows) * sizeof *set_text);
    for (int64_t row = 1; row < rows; row++) {
        int32_t of_text = text[end[row]] - text[row], of_link = link[end[row]] - link[row];
        if (of_text > 0 && (double)(of_text - of_link) / of_text > threshold) {
            set_text[parent[row]] += of_text;
            set_link[parent[row]] += of_link;
            linked[row] = 1;
        } else
            linked[row] = 0;
    }
    int64_t best = -1;
    for (int64_t row = 0; row < rows; row++) {
        if (set_text[row] > 0)
            score[row] = weight_ratio * ((set_text[row] - set_link[row]) / set_text[row]) +
                         weight_text * set_text[row] / (page_text > 1 ? page_text : 1);
        if (score[row] > 0 && (best < 0 || score[row] > score[best] ||
                               (score[row] == score[best] && depth[row] < depth[best])))
            best = row;
    }
    /* From here on: whether a row is below a child of the best that is in S. */
    linked[0] = 0;
    for (int64_t row = 1; row < rows; row++)
        linked[row] = (linked[row] && parent[row] == best) || (parent[row] != best && linked[parent[row]]);
    for (int64_t i = 0; i < segments; i++) {
        kept[i] = linked[first[i]] && shown[first[i]];
        scores[i] = (float)score[block[i]];
    }
}

/* Fill the columns that come from the page's own columns and its characters; the others stay as they are. `keys` has 2
 * by segments numbers to work in, and there is a segment at least. */
void fill_columns(const struct columns *c, uint64_t *keys)
{
    int64_t m = c->segments;
    for (int64_t row = 0; row < c->rows; row++) {
        int32_t up = c->parent[row];
        c->signature[row] = finished((up < 0 ? EMPTY : c->signature[up]) + c->tag[row]);
        c->inherited[row] = c->around_bits[c->tag[row]] | (up < 0 ? 0 : c->inherited[up]);
    }
    double *chars = c->reached, *links = chars + m + 1, *prose = links + m + 1;
    chars[0] = links[0] = prose[0] = 0;
    for (int64_t i = 0; i < m; i++) {
        double here = c->chars[i], linked = c->link_chars[i];
        chars[i + 1] = chars[i] + here;
        links[i + 1] = links[i] + linked;
        prose[i + 1] = prose[i] + (here >= PROSE && linked / here < 0.3 ? here - linked : 0);
    }
    memset(c->before, 0, (size_t)(c->rows + 1) * sizeof *c->before);
    shape(c);
    place(c, keys);
    containers(c);
    tags(c);
    float *page = column(c, c->page);
    for (int64_t i = 0; i < m; i++) {
        page[i] = (float)log_of(chars[m]);
        page[m + i] = (float)(links[m] / chars[m]);
        page[2 * m + i] = (float)(prose[m] / chars[m]);
    }
}

/* ---- The network ---- */

/* The exponential function; the error is below 2e-7 of it. */
INLINE float exponential(float x)
{
    x = x < -87.0f ? -87.0f : x > 88.0f ? 88.0f : x;
    float whole = x * 1.44269504f + 12582912.0f;
    whole -= 12582912.0f;
    float rest = x - whole * 0.693359375f;
    rest += whole * 2.12194440e-4f;
    float sum = 1.0f / 720 + rest * (1.0f / 5040);
    sum = 1.0f / 120 + rest * sum;
    sum = 1.0f / 24 + rest * sum;
    sum = 1.0f / 6 + rest * sum;
    sum = 0.5f + rest * sum;
    sum = 1.0f + rest * sum;
    sum = 1.0f + rest * sum;
    int32_t bits = ((int32_t)whole + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return sum * power;
}

INLINE float square_root(float x) { return __builtin_sqrtf(x); }

/* The arrays of network.py, those of several layers one after the other. */
struct network {
    int64_t inputs, width, layers, contexts;
    const int64_t *dilations, *after;
    const float *input, *input_bias, *taps, *conv, *conv_bias, *norm, *norm_bias, *context, *context_bias, *output;
    float output_bias;
};

#define NAME(name) name##_4
#define TARGET
#define LANES 4
#include "forward.h"

/* Processors with wider vectors: which there is, is asked when the program runs. */
#if defined(__x86_64__) && defined(__GNUC__)
#define ASKED
#undef NAME
#undef TARGET
#undef LANES
#define NAME(name) name##_8
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#include "forward.h"
#undef NAME
#undef TARGET
#undef LANES
#define NAME(name) name##_16
#define TARGET __attribute__((target("avx512f,avx2,fma")))
#define LANES 16
#include "forward.h"
#endif

/* The logit of each of m segments, on a processor with vectors of `lanes` numbers; 0 for the widest that there are.
 *
 * x is m by inputs; share is what each segment weighs in the page's mean. What is worked in: h, n and t, m by width each,
 * z, ROWS_16 by 2 width, and page, 3 width. Returns how many lanes it took. */
int64_t forward(const struct network *net, const float *x, const float *share, int64_t m, float *h, float *n, float *t,
                float *z, float *page, float *logit, int64_t lanes)
{
#ifdef ASKED
    if ((lanes == 0 || lanes == 16) && __builtin_cpu_supports("avx512f")) {
        forward_16(net, x, share, m, h, n, t, z, page, logit);
        return 16;
    }
    if ((lanes == 0 || lanes == 8) && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        forward_8(net, x, share, m, h, n, t, z, page, logit);
        return 8;
    }
#endif
    (void)lanes;
    forward_4(net, x, share, m, h, n, t, z, page, logit);
    return 4;
}

/* ---- What the network reads ---- */

enum { AHEAD = 4, LINE = 16 }; /* segments, and numbers of a line of the cache */

/* Columns, a row each, as rows of x: scaled to mean 0 and deviation 1, and cut. A row of x has `stride` numbers. */
static void scale(const float *columns, int64_t many, int64_t m, const float *mean, const float *deviation, float cut, float *x,
           int64_t stride)
{
    enum { TILE = 16 };
    for (int64_t from = 0; from < m; from += TILE) {
        int64_t until = from + TILE < m ? from + TILE : m;
        for (int64_t j = 0; j < many; j++)
            for (int64_t i = from; i < until; i++) {
                float value = (columns[j * m + i] - mean[j]) / deviation[j];
                x[i * stride + j] = value < -cut ? -cut : value > cut ? cut : value;
            }
    }
}

/* For each of some lists of known words, some of 0 for those that are not known, the sum of their vectors, divided by
 * the root of how many are known. */
void sum_names(const int32_t *numbers, const int32_t *edges, int64_t lists, const float *vectors, int64_t width,
               float *out)
{
    for (int64_t i = 0; i < lists; i++, out += width) {
        int32_t known = 0;
        memset(out, 0, (size_t)width * sizeof *out);
        for (int32_t at = edges[i]; at < edges[i + 1]; at++) {
            if (numbers[at] == 0)
                continue;
            const float *vector = vectors + numbers[at] * width;
            for (int64_t j = 0; j < width; j++)
                out[j] += vector[j];
            known++;
        }
        if (known > 1) {
            float by = 1 / square_root((float)known);
            for (int64_t j = 0; j < width; j++)
                out[j] *= by;
        }
    }
}

/* What the network reads besides columns, and tables to it. */
struct inputs {
    const int32_t *around;   /* rows of `elements`, of which row 0 is nothing: for each segment, all levels */
    const float *elements;   /* a vector each, of as many numbers as the widths of names together */
    const int32_t *words;    /* rows of `vectors`, 0 for a word that is not known */
    const int32_t *edges;    /* where each segment's words begin and, last, end */
    const float *vectors;    /* a vector each, of as many numbers as the widths of words together */
    int64_t levels[4], name_widths[4], word_widths[4];
};

/* For each group of elements around a segment, the sum of their stretch of the vectors. */
static void add_names(const struct inputs *in, const int32_t *around, int64_t width, float *x)
{
    int64_t first = 0;
    memset(x, 0, (size_t)width * sizeof *x);
    for (int group = 0; group < 4; group++) {
        int64_t many = in->name_widths[group];
        for (int64_t level = 0; level < in->levels[group]; level++) {
            int32_t number = *around++;
            if (number == 0)
                continue;
            const float *vector = in->elements + number * width + first;
            for (int64_t j = 0; j < many; j++)
                x[first + j] += vector[j];
        }
        first += many;
    }
}

/* The mean of the first part of the vectors of a segment's known words, and one part each of those of its first, second
 * and last word. */
static void add_words(const struct inputs *in, int32_t start, int32_t stop, int64_t width, float *x)
{
    int32_t known = 0, place[3] = {start, start + 1, stop - 1};
    int64_t any = in->word_widths[0], from = any;
    memset(x, 0, (size_t)width * sizeof *x);
    for (int32_t at = start; at < stop; at++) {
        if (in->words[at] == 0)
            continue;
        const float *vector = in->vectors + in->words[at] * width;
        for (int64_t j = 0; j < any; j++)
            x[j] += vector[j];
        known++;
    }
    for (int64_t j = 0; j < any && known > 1; j++)
        x[j] /= (float)known;
    for (int part = 0; part < 3; part++) {
        int64_t many = in->word_widths[part + 1];
        if (stop - start > (part == 1) && in->words[place[part]] != 0)
            memcpy(x + from, in->vectors + in->words[place[part]] * width + from, (size_t)many * sizeof *x);
        from += many;
    }
}

/* Fill x, whose rows have the columns, what names say, and what words say; the columns only if `whole`. */
void fill_inputs(const struct inputs *in, const float *columns, int64_t many, int64_t m, const float *mean,
                 const float *deviation, float cut, int32_t whole, float *x)
{
    int64_t names = 0, words = 0, levels = 0;
    for (int part = 0; part < 4; part++) {
        names += in->name_widths[part];
        words += in->word_widths[part];
        levels += in->levels[part];
    }
    int64_t stride = many + names + words;
    if (whole)
        scale(columns, many, m, mean, deviation, cut, x, stride);
    for (int64_t i = 0; i < m; i++, x += stride) {
        /* The vectors of words lie far apart. */
        for (int32_t at = i + AHEAD < m ? in->edges[i + AHEAD] : 0; i + AHEAD < m && at < in->edges[i + AHEAD + 1]; at++) {
            const float *vector = in->vectors + in->words[at] * words;
            __builtin_prefetch(vector);
            __builtin_prefetch(vector + LINE);
        }
        add_names(in, in->around + i * levels, names, x + many);
        add_words(in, in->edges[i], in->edges[i + 1], words, x + many + names);
    }
}
