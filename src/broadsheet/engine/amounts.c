/* Amounts of running text, links and headings, for the verdict on a page. */

#include "engine.h"

enum { HEADING = 128, ANCHOR = 64, CODE = 32, ITEM = 16, IMAGE = 8 }; /* properties of a tag, as in `text.py` */
enum { MIN_PROSE_CHARS = 80, MIN_HEADLINE_CHARS = 18, MAX_HEADLINE_CHARS = 220, MAX_CARD_LEVELS = 5, MAX_CARD_CHARS = 600 };
enum { THAI = 0x0E00, KHMER_END = 0x17FF, HANGUL = 0xAC00, HANGUL_END = 0xD7A3 };

/* `__init__.py` has the same structure. */
struct amounts {
    int64_t text, prose, headlines;           /* characters of all lines, of running text, of headlines that are links */
    int64_t prose_chars, prose_lines, headline_lines, first_prose; /* the first line of running text, or 0 */
    int64_t parents, most_of_parent;          /* parents of running text, and the most of one of them */
    int64_t in_items, under_headlines;        /* running text in list items; at most two lines below a headline */
    int64_t links, headings, elsewhere, cards; /* headings with text; those that are links; those whose card has a link */
    int64_t code, pictures;                   /* visible characters in code; images outside links */
};

/* The number of characters with code points from `first` to `last`. */
static int64_t count_between(const uint32_t *point, const uint32_t *end, uint32_t first, uint32_t last)
{
    int64_t found = 0;
    for (; point < end; point++)
        found += *point >= first && *point <= last;
    return found;
}

/* Measure the segments. `of_parent` has space for each row, initially 0. */
static void measure_lines(const struct columns *columns, const struct segments *segments, const uint8_t *kinds,
                          int32_t *of_parent, struct amounts *out)
{
    int64_t headline = -3; /* the last headline */
    for (int64_t i = 0; i < segments->count; i++) {
        int64_t chars = segments->chars[i];
        const uint32_t *point = columns->points + segments->start[i], *stop = columns->points + segments->stop[i];
        /* A Chinese or Japanese character says as much as three of an alphabet, a Korean one as much as two. */
        int64_t size = 2 * segments->words[i] > chars ? 3 * segments->words[i]
                                                      : chars + count_between(point, stop, HANGUL, HANGUL_END);
        double linked = (double)segments->link_chars[i] / (double)chars;
        out->text += size;
        /* Sentences in Thai, Khmer and the scripts between need no punctuation. */
        if (size >= MIN_PROSE_CHARS && linked < 0.3 &&
            (segments->punct[i] > 0 || 2 * count_between(point, stop, THAI, KHMER_END) > chars)) {
            if (out->prose_lines++ == 0)
                out->first_prose = i;
            out->prose += size;
            out->prose_chars += chars;
            int32_t block = segments->block[i], parent = columns->parent[block] < 0 ? 0 : columns->parent[block];
            out->parents += of_parent[parent] == 0;
            of_parent[parent] += (int32_t)size;
            if (of_parent[parent] > out->most_of_parent)
                out->most_of_parent = of_parent[parent];
            out->in_items += kinds[columns->tag[block]] & ITEM ? size : 0;
            out->under_headlines += i - headline <= 2 ? size : 0;
        }
        if (linked >= 0.8 && size >= MIN_HEADLINE_CHARS && size <= MAX_HEADLINE_CHARS) {
            headline = i;
            out->headline_lines++;
            out->headlines += size;
        }
    }
}

/* The card of a heading: the largest small part of the page around it without another one. `before` and `after` are the
 * headings beside it, `chars` the visible characters before each row. */
static int32_t card_of(const struct columns *columns, const int32_t *chars, int64_t before, int32_t row, int64_t after)
{
    for (int level = 0; level < MAX_CARD_LEVELS; level++) {
        int32_t up = columns->parent[row], end = up < 0 ? 0 : columns->end[up];
        if (up <= before || after < end || chars[end] - chars[up] > MAX_CARD_CHARS)
            break;
        row = up;
    }
    return row;
}

/* Measure a page. `chars` gets the visible characters before each row and, last, of the page. `kinds` has the properties of
 * tags. Returns a negative number if memory runs out. */
API int64_t document_amounts(const struct document *document, const struct segments *segments, const uint8_t *hidden,
                             const uint8_t *kinds, int32_t *chars, struct amounts *out)
{
    const struct columns *columns = &document->columns;
    size_t rows = (size_t)document->rows;
    int32_t *linked = calloc(4 * (rows + 1), sizeof *linked);
    if (linked == NULL)
        return -1;
    int32_t *links = linked + rows + 1, *headings = links + rows + 1, *around = headings + rows + 1; /* outermost links */
    memset(out, 0, sizeof *out);
    measure_lines(columns, segments, kinds, headings, out); /* `headings`, filled below, is its scratch space, all 0 */
    int64_t many = 0, end_of_code = 0, end_of_link = 0;
    int32_t link = 0;
    chars[0] = 0;
    for (int64_t row = 0; row < document->rows; row++) {
        unsigned kind = kinds[columns->tag[row]];
        int32_t own = hidden[row] ? 0 : columns->chars[row];
        chars[row + 1] = chars[row] + own;
        linked[row + 1] = linked[row] + (hidden[row] ? 0 : columns->link_chars[row]);
        links[row + 1] = links[row] + ((kind & ANCHOR) != 0);
        if ((kind & CODE) && columns->end[row] > end_of_code)
            end_of_code = columns->end[row];
        out->code += row < end_of_code ? own : 0;
        if ((kind & ANCHOR) && row >= end_of_link) {
            link = (int32_t)row;
            end_of_link = columns->end[row];
        }
        out->pictures += (kind & IMAGE) && row >= end_of_link;
        if (kind & HEADING) {
            headings[many] = (int32_t)row;
            around[many++] = row < end_of_link ? link : INT32_MAX;
        }
    }
    out->links = links[rows];
    for (int64_t i = 0; i < many; i++) { /* those with visible text */
        int32_t row = headings[i];
        if (chars[columns->end[row]] > chars[row]) {
            around[out->headings] = around[i];
            headings[out->headings++] = row;
        }
    }
    for (int64_t i = 0; i < out->headings; i++) {
        int32_t row = headings[i], end = columns->end[row];
        int64_t before = i > 0 ? headings[i - 1] : -1, after = i + 1 < out->headings ? headings[i + 1] : document->rows;
        int32_t card = card_of(columns, chars, before, row, after);
        out->elsewhere += 2 * (linked[end] - linked[row]) > chars[end] - chars[row];
        out->cards += around[i] <= card || links[columns->end[card]] > links[card];
    }
    free(linked);
    return 0;
}
