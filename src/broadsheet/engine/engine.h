/* Shared by the engine's C files: tables that Python fills, and a parsed document with its columns.
 *
 * The library is loaded by ctypes (`__init__.py` declares every function) and does not depend on Python's version. Functions
 * keep no state between calls, except in a document and in tables that are filled when the library is loaded.
 */

#ifndef BROADSHEET_ENGINE_H
#define BROADSHEET_ENGINE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <lexbor/html/html.h>

#define API __attribute__((visibility("default")))

/* Properties of a tag; `__init__.py` sets the same bits. */
enum { CLOSED = 1, BREAKS = 2, LINK = 4 };
enum { TEXT = 0, UNKNOWN = 1, SKIP = 0xFFFF };

/* Classes of characters, as `broadsheet.page.characters` numbers them. */
enum { SPACE = 1, PUNCTUATION = 2, CJK = 4, CJK_MARK = 8 };

struct tables {
    const uint16_t *numbers; /* our number of a tag, by lexbor's */
    const uint8_t *kinds;    /* property bits, by our number */
    const uint8_t *classes;  /* class bits by code point; the last entry stands for all higher ones */
    uint32_t points;         /* index of the last entry */
};

static inline unsigned class_of(const struct tables *tables, uint32_t point)
{
    return tables->classes[point < tables->points ? point : tables->points];
}

/* One number per row; see `Page`. Python owns the arrays and keeps them as long as the document. */
struct columns {
    uint16_t *tag;
    int32_t *parent, *end, *block, *depth, *start, *stop, *chars, *words, *punct, *link_chars;
    uint32_t *points; /* the code points of the text */
};

/* The segments of a page; see `Segments`. `of` has one number per row, the other arrays one per segment. `__init__.py` has
 * the same structure. */
struct segments {
    int64_t count;
    const int32_t *of, *first, *last, *start, *stop, *block, *holder, *chars, *words, *punct, *link_chars;
};

/* Bytes owned by another structure. */
struct piece {
    const uint8_t *data;
    size_t length;
};

/* The size of a hash table: a power of two, more than twice the number of keys. */
static inline int64_t slots_for(int64_t keys)
{
    int64_t slots = 2;
    while (slots <= 2 * keys)
        slots *= 2;
    return slots;
}

enum { MAX_NAMES = 32, REMEMBERED = 64 };

/* Names of attributes to look for, and a cache of answers: a page repeats few different names thousands of times. */
struct wanted {
    struct piece names[MAX_NAMES];
    int count;
    uintptr_t number[REMEMBERED];
    int which[REMEMBERED];
};

struct document;

/* Read names, each followed by a zero, and another zero after the last. */
struct wanted names_wanted(const uint8_t *names);

/* Write the values of those of a row's attributes that are wanted, in the order of `wanted`. Returns their number. */
int wanted_values(const struct document *document, int64_t row, struct wanted *wanted, struct piece values[MAX_NAMES]);

/* Fill a table of `fusion.c`; called when the library is loaded. */
void fill_logarithms(void);

/* The seed of hashes of page contents, random in each process, so that nobody can construct a page whose hashes collide. */
extern uint64_t engine_seed;

static inline uint64_t hash_of(struct piece text)
{
    uint64_t hash = text.length ^ engine_seed, part;
    const uint8_t *at = text.data, *end = at + text.length;
    for (; end - at >= 8; at += 8) {
        memcpy(&part, at, 8);
        hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    for (; at < end; at++)
        hash = (hash ^ *at) * 0x100000001B3u;
    return hash ^ hash >> 32;
}

/* An attribute: its row, and the number of its name. */
struct attribute {
    const lxb_dom_attr_t *node;
    uintptr_t name;
    int32_t row;
};

struct document {
    lxb_html_document_t *html;
    const struct tables *tables;
    lxb_dom_node_t **nodes; /* by row */
    int64_t rows, bytes;    /* rows, and bytes of text */
    struct columns columns;
    struct attribute *attributes; /* all, in document order */
    int64_t attribute_count;
};

#endif
