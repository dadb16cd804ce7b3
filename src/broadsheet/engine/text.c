/* Segments of a document, flags of rows, and searches in texts. */

#include "engine.h"

/* ---- Rows ---- */

/* Whether a segment has no characters. If so, its rows are taken out of it. */
static int is_empty(int32_t first, int32_t last, int32_t chars, int32_t *of)
{
    if (chars != 0)
        return 0;
    for (int32_t row = first; row <= last; row++)
        of[row] = -1;
    return 1;
}

/* Make segments of the eligible rows; see `Segments` in columns.py. `of` gets the segment of each row, or -1; `numbers` the
 * other columns of `struct segments`, one after the other, each with space for `capacity` segments, one per eligible row.
 * Returns the number of segments. */
API int64_t document_segments(const struct document *document, const uint8_t *eligible, int32_t *of, int32_t *numbers,
                              int64_t capacity)
{
    const struct columns *columns = &document->columns;
    const int32_t *end = columns->end, *block = columns->block;
    int32_t *first = numbers, *last = first + capacity, *start = last + capacity, *stop = start + capacity,
            *own = stop + capacity, *holder = own + capacity, *chars = holder + capacity, *words = chars + capacity,
            *punct = words + capacity, *link_chars = punct + capacity;
    int64_t at = -1;
    int32_t before = -1; /* block of the previous leaf */
    int open = 0;        /* whether the last segment continues */
    for (int32_t row = 0; row < document->rows; row++) {
        of[row] = -1;
        if (end[row] != row + 1)
            continue;
        open &= block[row] == before;
        before = block[row];
        if (!eligible[row])
            continue;
        if (!open) {
            if (at < 0 || !is_empty(first[at], last[at], chars[at], of))
                at++;
            first[at] = row;
            start[at] = columns->start[row];
            own[at] = block[row];
            holder[at] = columns->parent[block[row]];
            chars[at] = words[at] = punct[at] = link_chars[at] = 0;
            open = 1;
        }
        last[at] = row;
        stop[at] = columns->stop[row];
        of[row] = (int32_t)at;
        chars[at] += columns->chars[row];
        words[at] += columns->words[row];
        punct[at] += columns->punct[row];
        link_chars[at] += columns->link_chars[row];
    }
    return at >= 0 && is_empty(first[at], last[at], chars[at], of) ? at : at + 1;
}

/* Copy the flags or bits of each row to all rows below it. */
API void document_hand_down(const struct document *document, uint8_t *flags)
{
    const int32_t *parent = document->columns.parent;
    for (int64_t row = 1; row < document->rows; row++)
        flags[row] |= parent[row] >= 0 ? flags[parent[row]] : 0;
}

/* Sum characters: the kept ones in the subtree of each row, initially 0; and, before each row and the end, the visible ones
 * outside elements with tags that are set apart, and the linked ones among these. */
API void document_masses(const struct document *document, const uint8_t *kept, const uint8_t *hidden, const uint8_t *apart,
                         int32_t *mass)
{
    const struct columns *columns = &document->columns;
    int32_t *outside = mass + document->rows + 1, *linked = outside + document->rows + 1, end = 0; /* of those set apart */
    outside[0] = linked[0] = 0;
    for (int32_t row = 0; row < document->rows; row++) {
        if (apart[columns->tag[row]] && columns->end[row] > end)
            end = columns->end[row];
        int counts = row >= end && !hidden[row];
        mass[row] = kept[row] ? columns->chars[row] : 0;
        outside[row + 1] = outside[row] + (counts ? columns->chars[row] : 0);
        linked[row + 1] = linked[row] + (counts ? columns->link_chars[row] : 0);
    }
    for (int64_t row = document->rows - 1; row > 0; row--)
        mass[columns->parent[row]] += mass[row];
}

/* ---- Texts ---- */

static uint8_t *put_point(uint8_t *at, uint32_t point)
{
    if (point < 0x80) {
        *at++ = (uint8_t)point;
        return at;
    }
    if (point < 0x800) {
        *at++ = (uint8_t)(0xC0 | point >> 6);
    } else {
        if (point < 0x10000) {
            *at++ = (uint8_t)(0xE0 | point >> 12);
        } else {
            *at++ = (uint8_t)(0xF0 | point >> 18);
            *at++ = (uint8_t)(0x80 | (point >> 12 & 0x3F));
        }
        *at++ = (uint8_t)(0x80 | (point >> 6 & 0x3F));
    }
    *at++ = (uint8_t)(0x80 | (point & 0x3F));
    return at;
}

/* Write the text of each segment, without hidden rows in it, in UTF-8, with white space collapsed and trimmed, followed by a
 * line feed. Returns the number of bytes: at most four per code point and one per segment. */
API int64_t document_texts(const struct document *document, const struct segments *segments, uint8_t *out)
{
    const struct columns *columns = &document->columns;
    uint8_t *at = out;
    for (int64_t i = 0; i < segments->count; i++) {
        int space = 0;
        uint8_t *first = at;
        for (int32_t row = segments->first[i]; row <= segments->last[i]; row++) {
            if (columns->tag[row] != TEXT || (segments->of[row] != i && columns->chars[row] > 0))
                continue; /* white space is in no segment */
            const uint32_t *from = columns->points + columns->start[row], *end = columns->points + columns->stop[row];
            while (from < end) {
                uint32_t point = *from++;
                if (class_of(document->tables, point) & SPACE) {
                    space = 1;
                    continue;
                }
                if (space && at > first)
                    *at++ = ' ';
                space = 0;
                at = put_point(at, point);
                /* Most characters are further letters of a word. */
                while (from < end && *from < 0x80 && document->tables->classes[*from] == 0)
                    *at++ = (uint8_t)*from++;
            }
        }
        *at++ = '\n';
    }
    return at - out;
}

/* Whether a character other than white space is a control character or an invisible one that occurs inside words. */
static int is_invisible(uint32_t point)
{
    return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0xAD || point == 0x200B || point == 0x2060 ||
           point == 0xFEFF;
}

enum { NOTHING, WHITE, WRAP }; /* separators of words, as in `runs.py` */
enum { FIRST_WIDE = 0x2E80, WIDE_SPACE = 0x3000 }; /* first East Asian character; ideographic space */

/* Write the kept text rows from `first`, which is one of them, to before `stop`: in UTF-8, without invisible characters, with
 * white space collapsed and trimmed, and each followed by a line feed. A carriage return stands for an ideographic space, and
 * for a line feed between characters that may be East Asian. For each of them, `gaps` gets the separators before and after its
 * words. Visible text that is not kept counts as `WRAP` after the row before it, or before that if it has no words. Returns the
 * number of bytes: at most four per code point and one per row. */
API int64_t document_kept_texts(const struct document *document, const uint8_t *kept, const uint8_t *hidden, int64_t first,
                                int64_t stop, uint8_t *out, uint8_t *gaps)
{
    const struct columns *columns = &document->columns;
    const struct tables *tables = document->tables;
    uint8_t *at = out, *after = gaps;
    for (int64_t row = first; row < stop; row++) {
        if (columns->tag[row] != TEXT || hidden[row])
            continue;
        const uint32_t *text = columns->points + columns->start[row], *end = columns->points + columns->stop[row];
        if (!kept[row]) {
            if (columns->chars[row] > 0)
                *after = WRAP;
            for (; text < end && *after < WRAP; text++)
                *after = *text == '\n' ? WRAP : WHITE;
            continue;
        }
        uint32_t last = 0;
        int gap = NOTHING, wide = 0;
        gaps[0] = gaps[1] = NOTHING;
        for (; text < end; text++) {
            uint32_t point = *text;
            int is_plain = point > 0x20 && point < 0x7F;
            if (!is_plain && (class_of(tables, point) & SPACE)) {
                gap = point == '\n' || gap == WRAP ? WRAP : WHITE;
                wide |= point == WIDE_SPACE;
                continue;
            }
            if (!is_plain && is_invisible(point))
                continue;
            if (last == 0)
                gaps[0] = (uint8_t)gap;
            else if (gap != NOTHING)
                *at++ = wide || (gap == WRAP && last >= FIRST_WIDE && point >= FIRST_WIDE) ? '\r' : ' ';
            gap = wide = 0;
            last = point;
            at = put_point(at, point);
        }
        *at++ = '\n';
        after = gaps + (last != 0);
        *after = (uint8_t)gap;
        gaps += 2;
    }
    return at - out;
}

/* Write parts of a text, each followed by a space, with code points replaced by the UTF-16 units of a table. A part with a
 * code point that has no unit is left out, and its flag is 0. Returns the number of units: at most one per code point and
 * part. */
API int64_t map_points(const uint32_t *text, const uint16_t *units, uint32_t points, const int32_t *start,
                   const int32_t *stop, int64_t many, uint16_t *out, uint8_t *mapped)
{
    uint16_t *at = out;
    for (int64_t i = 0; i < many; i++) {
        uint16_t *first = at;
        uint8_t all = 1;
        for (int32_t from = start[i]; from < stop[i] && all; from++) {
            uint16_t unit = text[from] < points ? units[text[from]] : 0;
            all = unit != 0;
            *at++ = unit;
        }
        mapped[i] = all;
        if (all)
            *at++ = ' ';
        else
            at = first;
    }
    return at - out;
}

/* Count the characters U+0080 to U+009F that directly follow a character U+0080 to U+00FF, in UTF-8. */
API int64_t count_controls(const uint8_t *data, int64_t length)
{
    int64_t found = 0;
    const uint8_t *end = data + length - 1, *at = data + 2;
    while (at < end && (at = memchr(at, 0xC2, (size_t)(end - at))) != NULL) {
        found += (at[1] & 0xE0) == 0x80 && (at[-2] & 0xFE) == 0xC2;
        at++;
    }
    return found;
}

/* Whether bytes are valid UTF-8 (Unicode Standard, table 3-7). */
API bool is_utf8(const uint8_t *at, int64_t length)
{
    const uint8_t *end = at + length;
    while (at < end) {
        uint64_t eight = UINT64_MAX;
        if (end - at >= 8)
            memcpy(&eight, at, sizeof eight);
        if ((eight & 0x8080808080808080u) == 0) {
            at += 8;
            continue;
        }
        uint8_t first = *at++;
        if (first < 0x80)
            continue;
        uint8_t least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        uint8_t most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        int more = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
        if (first < 0xC2 || first > 0xF4 || end - at < more || *at < least || *at > most)
            return false;
        for (at++; more > 1; more--)
            if ((*at++ & 0xC0) != 0x80)
                return false;
    }
    return true;
}

/* ---- Words in texts ---- */

enum { BUCKETS = 4096 };

/* Words of at least two bytes that are searched for at once, in eight groups. */
struct words {
    const uint16_t *pairs; /* by bucket of a pair of bytes, a bit for each group: low byte, a word begins with the pair; high
                              byte, the pair is its second and third byte (any pair, for a word of two bytes) */
    const uint16_t *heads; /* by bucket: a word, from 1; 0 for none */
    const uint16_t *next;  /* another word of the same bucket, or 0 */
    const uint32_t *front; /* the first four bytes of each word, or fewer */
    const uint32_t *mask;  /* the bits of `front` that count */
    const uint8_t *octets; /* the bytes of all words */
    const int32_t *at;     /* the offset of each word and, last, of the end */
    const uint64_t *lists; /* for each word, a bit for each list that has it */
};

/* For each text, set a bit for each list with a word in it. Texts are separated by zeros; three more bytes follow the last.
 * If `counts` is not NULL, it gets the number of words found of each list. __init__.py puts words into the same buckets. */
API void words_in_texts(const uint8_t *text, int64_t length, const struct words *words, uint64_t *texts, int64_t counts[64])
{
    uint64_t found = 0;
    unsigned pair = (text[0] * 64u + text[1]) % BUCKETS, groups = words->pairs[pair];
    for (int64_t i = 0; i < length; i++) {
        if (text[i] == 0) {
            *texts++ = found;
            found = 0;
        }
        unsigned begin = pair, first_groups = groups;
        pair = (text[i + 1] * 64u + text[i + 2]) % BUCKETS;
        groups = words->pairs[pair];
        if ((first_groups & groups >> 8) == 0)
            continue;
        uint32_t four;
        memcpy(&four, text + i, sizeof four);
        for (unsigned word = words->heads[begin]; word != 0; word = words->next[word - 1]) {
            if ((four & words->mask[word - 1]) != words->front[word - 1])
                continue;
            int32_t first = words->at[word - 1], size = words->at[word] - first;
            uint64_t lists = words->lists[word - 1];
            if ((counts == NULL && (lists & ~found) == 0) || size > length - i ||
                memcmp(text + i, words->octets + first, (size_t)size) != 0)
                continue;
            found |= lists;
            for (; counts != NULL && lists != 0; lists &= lists - 1)
                counts[__builtin_ctzll(lists)]++;
        }
    }
    *texts = found;
}

/* Find words in the values of an attribute, which `document_values` wrote at an offset of `data`: `many` rows and `size` bytes
 * of values, whose ASCII letters may be in any case. Writes int32: where the rows of each of the 64 lists end, and the rows,
 * list after list, if `capacity` bytes are enough. Returns the number of bytes; -1 if memory runs out. */
API int64_t words_in_values(const uint8_t *data, int64_t at, int64_t many, int64_t size, const struct words *words,
                            uint8_t *out, int64_t capacity)
{
    const int64_t *rows = (const int64_t *)(data + at);
    const int32_t *which = (const int32_t *)(rows + many);
    const uint8_t *values = (const uint8_t *)(which + many);
    uint64_t *found = malloc((size_t)many * sizeof *found + (size_t)size + 3);
    if (found == NULL)
        return -1;
    uint8_t *lower = (uint8_t *)(found + many);
    for (int64_t i = 0; i < size; i++)
        lower[i] = (uint8_t)(values[i] + (values[i] >= 'A' && values[i] <= 'Z' ? 'a' - 'A' : 0));
    memset(lower + size, 0, 3);
    if (many > 0)
        words_in_texts(lower, size - 1, words, found, NULL);
    int32_t next[64] = {0}, *ends = (int32_t *)out, all = 0;
    for (int64_t i = 0; i < many; i++)
        for (uint64_t lists = found[which[i]]; lists != 0; lists &= lists - 1)
            next[__builtin_ctzll(lists)]++;
    int64_t bytes = (int64_t)sizeof next;
    for (int k = 0; k < 64; k++)
        bytes += next[k] * (int64_t)sizeof *next;
    for (int k = 0; k < 64 && bytes <= capacity; k++) {
        int32_t own = next[k];
        next[k] = 64 + all;
        ends[k] = all += own;
    }
    for (int64_t i = 0; i < many && bytes <= capacity; i++)
        for (uint64_t lists = found[which[i]]; lists != 0; lists &= lists - 1)
            ends[next[__builtin_ctzll(lists)]++] = (int32_t)rows[i];
    free(found);
    return bytes;
}
