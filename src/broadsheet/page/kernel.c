/* The walk over the parser's tree, compiled: the same rows and counts as the Python walk gives, in a tenth of its time.
 *
 * Loaded by kernel.py, which says what each table means and checks, before the first page, that the parser's nodes
 * are laid out as they are read here. No function allocates, and none writes beyond the sizes that `measure` gave.
 */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define VERSION 29

/* lexbor, dom/interfaces/node.h and character_data.h: the fields up to the last that is read. */
struct node {
    void *events;
    uintptr_t name, prefix, space;
    void *document;
    struct node *next, *previous, *parent, *first, *last;
    void *user;
    uintptr_t type;
};

struct string {
    const uint8_t *data;
    size_t length;
};

struct text_node {
    struct node node;
    struct string text;
};

/* dom/interfaces/attr.h and element.h, likewise. */
struct attribute {
    struct node node;
    uintptr_t upper, qualified;
    const struct string *value;
    void *owner;
    const struct attribute *next;
};

struct element {
    struct node node;
    uintptr_t upper, qualified;
    void *custom;
    const struct attribute *attributes;
};

/* core/hash.h: the record of a name that the parser does not know, short ones in place. */
enum { SHORT_NAME = 16 };

struct name {
    union {
        const uint8_t *elsewhere;
        uint8_t here[SHORT_NAME + 1];
    };
    size_t length;
};

/* What a number of a tag says about its element; kernel.py sets the same bits. */
enum { CLOSED = 1, BREAKS = 2, LINK = 4 };
enum { TEXT = 0, SKIP = 0xFFFF };

/* The parser numbers the names it knows from 0; another name's number is the address of its record. */
enum { STATIC = 4096 };

/* Classes of characters, as characters.py has them. */
enum { SPACE = 1, PUNCTUATION = 2, CJK = 4, CJK_MARK = 8 };

struct tables {
    const uint16_t *numbers; /* our number of a tag by the parser's */
    uint64_t known;          /* how many of the parser's there are; a higher one is the address of a name */
    const uint8_t *kinds;    /* bits by our number */
    const uint8_t *classes;  /* bits by code point; the last entry stands for all above */
    uint32_t points;         /* the number of the last entry */
    uint16_t unknown;        /* our number of a tag without one */
    uint16_t name_count;     /* how many names of attributes the parser knows by number, at least */
    const uint8_t *names;    /* these names, one after the other */
    const int32_t *name_at;  /* where each begins, and last, where all end; one we have not seen is empty */
};

struct columns {
    uint16_t *tag;
    int32_t *parent, *end, *block, *depth, *start, *stop, *chars, *words, *punct, *link_chars;
    uint64_t *address;
    uint8_t *text;
};

int32_t kernel_version(void) { return VERSION; }

static unsigned number_of(const struct node *node, const struct tables *tables)
{
    return node->name < tables->known ? tables->numbers[node->name] : tables->unknown;
}

/* Whether a node is a row, and whether its children are. */
static int enters(const struct node *node, unsigned number, const struct tables *tables)
{
    return number != SKIP && number != TEXT && !(tables->kinds[number] & CLOSED) && node->first != NULL;
}

/* How many rows there are below a root, itself included, and how many bytes of text. */
void measure(const struct node *root, const struct tables *tables, int64_t sizes[2])
{
    int64_t rows = 0, bytes = 0;
    const struct node *node = root;
    for (;;) {
        unsigned number = number_of(node, tables);
        if (number != SKIP) {
            rows++;
            if (number == TEXT)
                bytes += (int64_t)((const struct text_node *)node)->text.length;
        }
        if (enters(node, number, tables)) {
            node = node->first;
            continue;
        }
        while (node != root && node->next == NULL)
            node = node->parent;
        if (node == root)
            break;
        node = node->next;
    }
    sizes[0] = rows;
    sizes[1] = bytes;
}

/* Counts of one text: code points, characters, words, punctuation marks. The text is valid UTF-8. */
static int32_t count(const uint8_t *data, size_t length, const struct tables *tables, int32_t *chars, int32_t *words,
                     int32_t *marks)
{
    int32_t points = 0, visible = 0, begun = 0, punctuation = 0;
    int after_space = 0, at_border = 1, leading = 0;
    const uint8_t *end = data + length;
    while (data < end) {
        uint32_t point = *data++;
        if (point >= 0xC0) {
            int more = point >= 0xF0 ? 3 : point >= 0xE0 ? 2 : 1;
            point &= 0x3F >> more;
            while (more-- > 0 && data < end)
                point = point << 6 | (*data++ & 0x3F);
        }
        unsigned bits = tables->classes[point < tables->points ? point : tables->points];
        if (bits & SPACE) {
            if (points == 0)
                leading = 1;
            after_space = at_border = 1;
        } else {
            /* A run of white space is one character, counted with what follows it. */
            visible += 1 + after_space;
            if (bits & CJK || (!(bits & CJK_MARK) && at_border))
                begun++;
            after_space = 0;
            at_border = (bits & (CJK | CJK_MARK)) != 0;
        }
        punctuation += (bits & PUNCTUATION) != 0;
        points++;
    }
    *chars = visible - (leading && visible > 0);
    *words = begun;
    *marks = punctuation;
    return points;
}

/* Fill the columns; returns the number of code points of the text. */
int64_t fill(const struct node *root, const struct tables *tables, const struct columns *out)
{
    int32_t row = 0, up = -1, depth = 0, at = 0, links = 0;
    uint8_t *text = out->text;
    const struct node *node = root;
    for (;;) {
        unsigned number = number_of(node, tables);
        if (number != SKIP) {
            unsigned kind = tables->kinds[number];
            out->tag[row] = (uint16_t)number;
            out->parent[row] = up;
            out->depth[row] = depth;
            out->block[row] = kind & BREAKS || up < 0 ? row : out->block[up];
            out->start[row] = at;
            out->address[row] = (uint64_t)(uintptr_t)node;
            out->chars[row] = out->words[row] = out->punct[row] = out->link_chars[row] = 0;
            if (number == TEXT) {
                const struct string *leaf = &((const struct text_node *)node)->text;
                if (leaf->length > 0)
                    memcpy(text, leaf->data, leaf->length);
                text += leaf->length;
                at += count(leaf->data, leaf->length, tables, out->chars + row, out->words + row, out->punct + row);
                if (links > 0)
                    out->link_chars[row] = out->chars[row];
            }
            out->end[row] = row + 1;
            out->stop[row] = at;
            if (enters(node, number, tables)) {
                up = row++;
                depth++;
                links += (kind & LINK) != 0;
                node = node->first;
                continue;
            }
            row++;
        }
        while (node != root && node->next == NULL) {
            node = node->parent;
            out->end[up] = row;
            out->stop[up] = at;
            links -= (tables->kinds[out->tag[up]] & LINK) != 0;
            depth--;
            up = out->parent[up];
        }
        if (node == root)
            break;
        node = node->next;
    }
    return at;
}

/* The number of segments without the last one, if that has no character. */
static int64_t without_empty(int64_t many, int32_t *of, const int32_t *first, const int32_t *last,
                             const int64_t (*sums)[4])
{
    if (many == 0 || sums[many - 1][0] != 0)
        return many;
    for (int32_t at = first[many - 1]; at <= last[many - 1]; at++)
        of[at] = -1;
    return many - 1;
}

/* The segments of a page; see segments.py.
 *
 * By row: its end, its block, whether it may be in a segment, its counts. `of` gets the segment of each row, or -1; by
 * segment, `first` and `last` get its rows, and `sums` four counts. There is place for as many segments as rows that
 * may be in one. Returns how many there are. */
int64_t segments(int64_t rows, const int32_t *end, const int32_t *block, const uint8_t *eligible, const int32_t *chars,
                 const int32_t *words, const int32_t *punct, const int32_t *link_chars, int32_t *of, int32_t *first,
                 int32_t *last, int64_t (*sums)[4])
{
    int64_t many = 0;
    int32_t before = -1; /* block of the leaf before */
    int open = 0;        /* whether the last segment goes on */
    for (int32_t row = 0; row < rows; row++) {
        of[row] = -1;
        if (end[row] != row + 1)
            continue;
        open &= block[row] == before;
        before = block[row];
        if (!eligible[row])
            continue;
        if (!open) {
            many = without_empty(many, of, first, last, (const int64_t(*)[4])sums);
            first[many] = row;
            memset(sums[many++], 0, sizeof *sums);
            open = 1;
        }
        last[many - 1] = row;
        of[row] = (int32_t)many - 1;
        sums[many - 1][0] += chars[row];
        sums[many - 1][1] += words[row];
        sums[many - 1][2] += punct[row];
        sums[many - 1][3] += link_chars[row];
    }
    return without_empty(many, of, first, last, (const int64_t(*)[4])sums);
}

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

/* Stretches of a text with each run of white space made one space, none at the ends, and a line feed after each, in UTF-8.
 * Returns the bytes written: no more than four for each code point of the stretches and one for each of these. */
int64_t collapse(const uint32_t *text, const struct tables *tables, const int32_t *start, const int32_t *stop,
                 int64_t many, uint8_t *out)
{
    uint8_t *at = out;
    for (int64_t i = 0; i < many; i++) {
        int space = 0;
        uint8_t *first = at;
        for (int32_t from = start[i]; from < stop[i]; from++) {
            uint32_t point = text[from];
            if (tables->classes[point < tables->points ? point : tables->points] & SPACE) {
                space = 1;
                continue;
            }
            if (space && at > first)
                *at++ = ' ';
            space = 0;
            at = put_point(at, point);
        }
        *at++ = '\n';
    }
    return at - out;
}

/* Stretches of a text, each code point as the unit of UTF-16 that a table has for it and a space behind each. One in which
 * there is a code point without a unit is left out, and its flag not set. Returns the units written: no more than the code
 * points and one for each stretch. */
int64_t map_points(const uint32_t *text, const uint16_t *units, uint32_t points, const int32_t *start,
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

/* Flags of rows, handed down to all rows below. */
void hand_down(int64_t rows, const int32_t *parent, uint8_t *flags)
{
    for (int64_t row = 1; row < rows; row++)
        flags[row] |= parent[row] >= 0 && flags[parent[row]];
}

/* How many octets are of no text: below a space, and none of tab, line feed, form feed, carriage return, SO, SI (which
 * switch the characters of old encodings) and escape. */
int64_t count_no_text(const uint8_t *data, int64_t length)
{
    int64_t count = 0;
    for (int64_t begin = 0; begin < length;) {
        /* Sums of bytes in short pieces: the compiler makes vectors of them, where comparisons are added and not joined. */
        int64_t stop = length - begin < 240 ? length : begin + 240;
        uint8_t few = 0;
        for (; begin < stop; begin++) {
            uint8_t one = data[begin], text = one == 9;
            text = (uint8_t)(text + (one == 10));
            text = (uint8_t)(text + (one == 12));
            text = (uint8_t)(text + (one == 13));
            text = (uint8_t)(text + (one == 14));
            text = (uint8_t)(text + (one == 15));
            text = (uint8_t)(text + (one == 27));
            few = (uint8_t)(few + (one < 32) - text);
        }
        count += few;
    }
    return count;
}

/* A lone surrogate is a question mark. */
static uint32_t or_question_mark(uint32_t point) { return point >= 0xD800 && point < 0xE000 ? '?' : point; }

enum { AT_ONCE = 32 }; /* characters */

/* Most of a page is ASCII: pieces that are nothing else go at once, which the compiler makes vectors of. */
#define TO_UTF8(name, type)                                                                                            \
    static uint8_t *name(const type *text, int64_t length, uint8_t *out)                                               \
    {                                                                                                                  \
        int64_t i = 0;                                                                                                 \
        for (; i + AT_ONCE <= length;) {                                                                               \
            type all = 0;                                                                                              \
            for (int k = 0; k < AT_ONCE; k++)                                                                          \
                all |= text[i + k];                                                                                    \
            if (all < 0x80) {                                                                                          \
                for (int k = 0; k < AT_ONCE; k++)                                                                      \
                    out[k] = (uint8_t)text[i + k];                                                                     \
                out += AT_ONCE;                                                                                        \
                i += AT_ONCE;                                                                                          \
            } else                                                                                                     \
                for (int64_t stop = i + AT_ONCE; i < stop; i++)                                                        \
                    out = put_point(out, or_question_mark(text[i]));                                                   \
        }                                                                                                              \
        for (; i < length; i++)                                                                                        \
            out = put_point(out, or_question_mark(text[i]));                                                           \
        return out;                                                                                                    \
    }

TO_UTF8(octets_to_utf8, uint8_t)
TO_UTF8(pairs_to_utf8, uint16_t)
TO_UTF8(fours_to_utf8, uint32_t)

/* A text in UTF-8, given its characters of 1, 2 or 4 octets. Returns the octets it takes: 2, 3 or 4 a character at the
 * most. */
int64_t to_utf8(const void *text, int64_t length, int32_t width, uint8_t *out)
{
    uint8_t *end = width == 1 ? octets_to_utf8(text, length, out)
                   : width == 2 ? pairs_to_utf8(text, length, out)
                                : fours_to_utf8(text, length, out);
    return end - out;
}

/* How often two octets occur. */
void count_octets(const uint8_t *data, int64_t length, uint8_t first, uint8_t second, int64_t counts[2])
{
    int64_t firsts = 0, seconds = 0;
    for (int64_t begin = 0; begin < length;) {
        /* Sums of bytes in short pieces: the compiler makes vectors of them. */
        int64_t stop = length - begin < 240 ? length : begin + 240;
        uint8_t a = 0, b = 0;
        for (; begin < stop; begin++) {
            a = (uint8_t)(a + (data[begin] == first));
            b = (uint8_t)(b + (data[begin] == second));
        }
        firsts += a;
        seconds += b;
    }
    counts[0] = firsts;
    counts[1] = seconds;
}

/* How many tags end an element, and how many begin with a less-than sign and a pair of octets that `pairs` has, the first
 * of them times 256. */
void count_tags(const uint8_t *data, int64_t length, const uint8_t *pairs, int64_t counts[2])
{
    const uint8_t *end = data + length;
    counts[0] = counts[1] = 0;
    for (const uint8_t *at = data; at < end && (at = memchr(at, '<', (size_t)(end - at))) != NULL; at++) {
        counts[0] += at + 1 < end && at[1] == '/';
        counts[1] += at + 2 < end && pairs[at[1] << 8 | at[2]];
    }
}

/* ---- Words in texts ---- */

enum { BUCKETS = 4096 };

/* Words of two octets and more that are looked for at once, in eight groups. */
struct words {
    const uint16_t *pairs; /* by bucket of a pair of octets: the groups in which a word begins with it, a bit each; and
                              above these those in which it is the second and the third octet: any, of a word of two */
    const uint16_t *heads; /* by bucket: a word, from 1; 0 for none */
    const uint16_t *next;  /* another word of the same bucket, likewise */
    const uint32_t *front; /* the first octets of each, four at the most, as they lie in memory */
    const uint32_t *mask;  /* which bits of these count */
    const uint8_t *octets; /* of all words */
    const int32_t *at;     /* where each begins and, last, where all end */
    const uint64_t *lists; /* of each, the lists that it is in, a bit each */
};

/* In which of some texts, with a zero after each but the last, a word of each list is. Behind the last there are three
 * octets more. kernel.py puts words into the same buckets. */
void words_in_texts(const uint8_t *text, int64_t length, const struct words *words, uint64_t *texts)
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
            if ((words->lists[word - 1] & ~found) != 0 && size <= length - i &&
                memcmp(text + i, words->octets + first, (size_t)size) == 0)
                found |= words->lists[word - 1];
        }
    }
    *texts = found;
}

/* The rows by the lists that a word of is in their values: those of one list after those of the other, each in order.
 * `found` has the lists of each different value, `which` the value of each row, and `ends` where the rows of each list
 * end. Where `out` is missing they are only counted. Returns how many there are. */
int64_t rows_by_list(const uint64_t *found, const int32_t *which, const int64_t *rows, int64_t many, int64_t ends[64],
                     int64_t *out)
{
    int64_t next[64] = {0}, all = 0;
    for (int64_t i = 0; i < many; i++)
        for (uint64_t lists = found[which[i]]; lists != 0; lists &= lists - 1)
            next[__builtin_ctzll(lists)]++;
    for (int k = 0; k < 64; k++) {
        int64_t own = next[k];
        next[k] = all;
        ends[k] = all += own;
    }
    for (int64_t i = 0; i < many && out != NULL; i++)
        for (uint64_t lists = found[which[i]]; lists != 0; lists &= lists - 1)
            out[next[__builtin_ctzll(lists)]++] = rows[i];
    return all;
}

/* ---- Attributes ---- */

static struct string of_record(const struct name *record)
{
    struct string name = {record->length <= SHORT_NAME ? record->here : record->elsewhere, record->length};
    return name;
}

/* The name of an attribute with its prefix, if it has one; 0 if it is not known, else 1. */
static int name_of(const struct attribute *attribute, const struct tables *tables, struct string *name)
{
    uintptr_t number = attribute->qualified != 0 ? attribute->qualified : attribute->node.name;
    if (number < tables->name_count) {
        name->data = tables->names + tables->name_at[number];
        name->length = (size_t)(tables->name_at[number + 1] - tables->name_at[number]);
        return name->length > 0;
    }
    if (number < STATIC)
        return 0;
    *name = of_record((const struct name *)number);
    return 1;
}

/* Where the next byte goes; without a place to write, only its number grows. */
static int64_t put(uint8_t *out, int64_t at, const struct string *piece, uint8_t end)
{
    if (out != NULL) {
        if (piece->length > 0)
            memcpy(out + at, piece->data, piece->length);
        out[at + (int64_t)piece->length] = end;
    }
    return at + (int64_t)piece->length + 1;
}

static const struct string NOTHING = {NULL, 0};

/* The names and values of an element's attributes, each with a zero after it. Returns the bytes that there are; if they
 * are more than there is place for, what was written is of no use. -1 if a name is not known. */
int64_t attributes(const struct element *element, const struct tables *tables, uint8_t *out, int64_t place)
{
    int64_t at = 0;
    for (const struct attribute *one = element->attributes; one != NULL; one = one->next) {
        struct string name;
        if (!name_of(one, tables, &name))
            return -1;
        const struct string *value = one->value == NULL ? &NOTHING : one->value;
        int fits = at + (int64_t)(name.length + value->length) + 2 <= place;
        at = put(fits ? out : NULL, at, &name, 0);
        at = put(fits ? out : NULL, at, value, 0);
    }
    return at;
}

/* The names and values of the attributes of several elements, each with a zero after it, and how many attributes each
 * has. Returns the bytes written, or that would be, if `out` is NULL; -1 if a name is not known. */
int64_t all_attributes(const uint64_t *elements, int64_t many, const struct tables *tables, int32_t *counts, uint8_t *out)
{
    int64_t at = 0;
    for (int64_t i = 0; i < many; i++) {
        const struct attribute *one = ((const struct element *)(uintptr_t)elements[i])->attributes;
        for (counts[i] = 0; one != NULL; one = one->next, counts[i]++) {
            struct string name;
            if (!name_of(one, tables, &name))
                return -1;
            at = put(out, at, &name, 0);
            at = put(out, at, one->value == NULL ? &NOTHING : one->value, 0);
        }
    }
    return at;
}

/* Where the text of an element begins that has nothing but one text node in it, or nothing. Returns its length; -1 for
 * any other element. */
int64_t raw_text(const struct element *element, const struct tables *tables, const uint8_t **data)
{
    const struct node *text = element->node.first;
    if (text == NULL)
        return 0;
    if (text->next != NULL || number_of(text, tables) != TEXT)
        return -1;
    *data = ((const struct text_node *)text)->text.data;
    return (int64_t)((const struct text_node *)text)->text.length;
}

/* The name of an element that the parser has no number for. Returns its length; if it is more than there is place for,
 * nothing is written. -1 if the parser has a number. */
int64_t element_name(const struct element *element, uint8_t *out, int64_t place)
{
    uintptr_t number = element->qualified != 0 ? element->qualified : element->node.name;
    if (number < STATIC)
        return -1;
    struct string name = of_record((const struct name *)number);
    if ((int64_t)name.length <= place)
        memcpy(out, name.data, name.length);
    return (int64_t)name.length;
}

enum { MOST_NAMES = 32 };

/* Names that have a zero after each, and another after the last. Returns how many. */
static int split(const uint8_t *wanted, struct string names[MOST_NAMES])
{
    int count = 0;
    for (const uint8_t *name = wanted; *name && count < MOST_NAMES; name += names[count++].length + 1) {
        names[count].data = name;
        names[count].length = strlen((const char *)name);
    }
    return count;
}

/* What was said of the last names of attributes: a page has few, a thousand times. */
enum { REMEMBERED = 64 };
struct remembered {
    uintptr_t number[REMEMBERED];
    int which[REMEMBERED];
};

/* Which of some names an attribute has; -1 if none of them, -2 if its name is not known. */
static int which(const struct attribute *attribute, const struct tables *tables, const struct string *names, int count,
                 struct remembered *known)
{
    uintptr_t number = attribute->qualified != 0 ? attribute->qualified : attribute->node.name;
    size_t place = (number ^ number >> 6) % REMEMBERED;
    if (number != 0 && known->number[place] == number)
        return known->which[place];
    struct string own;
    if (!name_of(attribute, tables, &own))
        return -2;
    int k = count - 1;
    while (k >= 0 && (own.length != names[k].length || memcmp(own.data, names[k].data, own.length) != 0))
        k--;
    known->number[place] = number;
    known->which[place] = k;
    return k;
}

/* The values of some attributes of each of some nodes, in the order of the names wanted, with a space between, and a zero
 * after each node's; a text has none. Returns the bytes that there are; if they are more than there is place for, what was
 * written is of no use. -1 if a name is not known. */
int64_t joined(const uint64_t *elements, int64_t many, const struct tables *tables, const uint8_t *wanted, uint8_t *out,
               int64_t place)
{
    struct string names[MOST_NAMES];
    struct remembered known = {{0}, {0}};
    int count = split(wanted, names);
    int64_t at = 0;
    for (int64_t i = 0; i < many; i++) {
        const struct element *element = (const struct element *)(uintptr_t)elements[i];
        const struct attribute *has[MOST_NAMES] = {NULL}, *one = NULL;
        int found = 0;
        if (number_of(&element->node, tables) != TEXT)
            one = element->attributes;
        for (; one != NULL; one = one->next) {
            int k = which(one, tables, names, count, &known);
            if (k == -2)
                return -1;
            if (k >= 0 && has[k] == NULL) {
                has[k] = one;
                found++;
            }
        }
        if (!found)
            at = put(at < place ? out : NULL, at, &NOTHING, 0);
        for (int k = 0; found > 0; k++) {
            if (has[k] == NULL)
                continue;
            const struct string *value = has[k]->value == NULL ? &NOTHING : has[k]->value;
            at = put(at + (int64_t)value->length < place ? out : NULL, at, value, --found > 0 ? ' ' : 0);
        }
    }
    return at;
}

/* The values of some attributes, those of one name after those of the other, each in the order of the elements. */
struct values {
    int64_t most, room, slots;   /* what there is place for: values, bytes; places of the table, a power of two, more than
                                    the values */
    int32_t *place, *which;      /* of each value: of its element in `elements`, and of it among its name's different ones */
    uint8_t *out;                /* the different ones, each with a zero after it */
    int32_t *table, *begins;     /* worked in, the table all 0: different values by hash, and where each begins in `out` */
    uint64_t *met;               /* worked in, as long as the three that follow: 2 most */
    int32_t *of;
    uint8_t *number;
    int64_t first[MOST_NAMES + 1], different[MOST_NAMES + 1]; /* where those of each name begin, and last, where they end */
    int64_t size;                /* bytes in `out`, or more than there will be, if there is no place for them */
};

static uint64_t hash_of(const struct string *text)
{
    uint64_t hash = text->length, part;
    const uint8_t *at = text->data, *end = at + text->length;
    for (; end - at >= 8; at += 8) {
        memcpy(&part, at, 8);
        hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    for (; at < end; at++)
        hash = (hash ^ *at) * 0x100000001B3u;
    return hash ^ hash >> 32;
}

#define AHEAD 4
#define SOON(place) __builtin_prefetch(place)

/* Which of the different values from number `from` on a value is: one of those in the table, or the next. */
static int32_t number_among(struct values *into, const struct string *value, int32_t from, int32_t *different)
{
    int64_t slot = (int64_t)(hash_of(value) & (uint64_t)(into->slots - 1));
    for (; into->table[slot] != 0; slot = (slot + 1) & (into->slots - 1)) {
        int32_t other = into->table[slot] - 1;
        const uint8_t *known = into->out + into->begins[other];
        if (other >= from && into->begins[other + 1] - into->begins[other] == (int64_t)value->length + 1 &&
            (value->length == 0 || memcmp(known, value->data, value->length) == 0))
            return other - from;
    }
    int fits = into->size + (int64_t)value->length + 1 <= into->room;
    into->size = put(fits ? into->out : NULL, into->size, value, 0);
    if (fits) {
        into->table[slot] = *different + 1;
        into->begins[++*different] = (int32_t)into->size;
    }
    return *different - 1 - from;
}

/* The attributes of some names (at most 32) that some elements have. The names have a zero after each, and another after
 * the last. Returns how many there are; if they, or the bytes of their different values, are more than there is place
 * for, what was written is of no use. -1 if a name is not known. */
int64_t valued(const uint64_t *elements, int64_t many, const struct tables *tables, const uint8_t *wanted,
               struct values *into)
{
    struct string names[MOST_NAMES];
    struct remembered known = {{0}, {0}};
    int count = split(wanted, names);
    int64_t found = 0;
    memset(into->first, 0, sizeof into->first);
    for (int64_t i = 0; i < many; i++) {
        const struct attribute *one = ((const struct element *)(uintptr_t)elements[i])->attributes;
        if (i + 2 * AHEAD < many) {
            const struct element *near = (const struct element *)(uintptr_t)elements[i + AHEAD];
            const struct element *far = (const struct element *)(uintptr_t)elements[i + 2 * AHEAD];
            SOON(&far->attributes);
            SOON(near->attributes);
        }
        for (; one != NULL; one = one->next) {
            int k = which(one, tables, names, count, &known);
            if (k == -2)
                return -1;
            if (k < 0)
                continue;
            SOON(one->value);
            if (found < into->most) {
                into->met[found] = (uint64_t)(uintptr_t)one;
                into->of[found] = (int32_t)i;
                into->number[found] = (uint8_t)k;
                into->first[k + 1]++;
            }
            found++;
        }
    }
    into->size = 0;
    if (found > into->most)
        return found;
    for (int k = 0; k < count; k++)
        into->first[k + 1] += into->first[k];
    int64_t next[MOST_NAMES];
    uint64_t *sorted = into->met + found;
    memcpy(next, into->first, sizeof next);
    for (int64_t i = 0; i < found; i++) {
        int64_t at = next[into->number[i]]++;
        sorted[at] = into->met[i];
        into->place[at] = into->of[i];
    }
    int32_t different = 0;
    into->begins[0] = 0;
    into->different[0] = 0;
    for (int k = 0; k < count; k++) {
        int32_t from = different;
        for (int64_t at = into->first[k]; at < into->first[k + 1]; at++) {
            const struct string *value = ((const struct attribute *)(uintptr_t)sorted[at])->value;
            if (at + AHEAD < found) {
                const struct string *near = ((const struct attribute *)(uintptr_t)sorted[at + AHEAD])->value;
                if (near != NULL)
                    SOON(near->data);
            }
            into->which[at] = number_among(into, value == NULL ? &NOTHING : value, from, &different);
        }
        into->different[k + 1] = different;
    }
    return found;
}

/* How many control characters of U+0080 to U+009F there are in UTF-8 right behind a character of U+0080 to U+00FF. */
int64_t count_controls(const uint8_t *data, int64_t length)
{
    int64_t found = 0;
    const uint8_t *end = data + length - 1, *at = data + 2;
    while (at < end && (at = memchr(at, 0xC2, (size_t)(end - at))) != NULL) {
        found += (at[1] & 0xE0) == 0x80 && (at[-2] & 0xFE) == 0xC2;
        at++;
    }
    return found;
}
