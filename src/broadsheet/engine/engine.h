/* What the engine's C files share: tables that Python fills, and a parsed document with its columns.
 *
 * The engine knows HTML as lexbor does, and characters by the tables it is given. It has no tie to Python: it is loaded
 * by ctypes (`library.py` declares every function). No function keeps state between calls but in a document
 * and in what is filled when the library is loaded.
 */

#ifndef BROADSHEET_ENGINE_H
#define BROADSHEET_ENGINE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <lexbor/html/html.h>

#define API __attribute__((visibility("default")))

/* What a tag's number says about its element; `document.py` sets the same bits. */
enum { CLOSED = 1, BREAKS = 2, LINK = 4 };
enum { TEXT = 0, UNKNOWN = 1, SKIP = 0xFFFF };

/* Classes of characters, as `broadsheet.page.characters` numbers them. */
enum { SPACE = 1, PUNCTUATION = 2, CJK = 4, CJK_MARK = 8 };

struct tables {
    const uint16_t *numbers; /* our number of a tag by lexbor's */
    const uint8_t *kinds;    /* bits by our number */
    const uint8_t *classes;  /* bits by code point; the last entry stands for all above */
    uint32_t points;         /* the number of the last entry */
};

static inline unsigned class_of(const struct tables *tables, uint32_t point)
{
    return tables->classes[point < tables->points ? point : tables->points];
}

/* A number for each row; `Page` says what they mean. Python owns them, and keeps them as long as the document. */
struct columns {
    uint16_t *tag;
    int32_t *parent, *end, *block, *depth, *start, *stop, *chars, *words, *punct, *link_chars;
    uint32_t *points; /* the code points of the text */
};

/* The segments of a page; `Segments` says what the numbers mean. `of` has a number for each row, the others one for each
 * segment. `document.py` has the same structure. */
struct segments {
    int64_t count;
    const int32_t *of, *first, *last, *start, *stop, *block, *holder, *chars, *words, *punct, *link_chars;
};

/* Octets that are someone else's. */
struct piece {
    const uint8_t *data;
    size_t length;
};

/* Places of a hash table for so many keys: a power of two, and more than twice as many. */
static inline int64_t slots_for(int64_t keys)
{
    int64_t slots = 2;
    while (slots <= 2 * keys)
        slots *= 2;
    return slots;
}

enum { MOST_NAMES = 32, REMEMBERED = 64 };

/* Names of attributes that are looked for, and what was found for the last ones: a page has few different names, thousands of
 * times. */
struct wanted {
    struct piece names[MOST_NAMES];
    int count;
    uintptr_t number[REMEMBERED];
    int which[REMEMBERED];
};

struct document;

/* The names to look for, given with a zero after each and another after the last. */
struct wanted names_wanted(const uint8_t *names);

/* The values of the attributes that a row has of those wanted, in their order. Returns how many it has. */
int wanted_values(const struct document *document, int64_t row, struct wanted *wanted, struct piece values[MOST_NAMES]);

/* Fills a table of `fusion.c`; called once, when the library is loaded. */
void fill_logarithms(void);

/* Where hashes of what pages say begin: another number in each process, so that nobody can make a page of equal ones. */
extern uint64_t engine_seed;

/* An attribute: its row, and the number of its name. */
struct attribute {
    const lxb_dom_attr_t *node;
    uintptr_t name;
    int32_t row;
};

struct document {
    lxb_html_document_t *html;
    const struct tables *tables;
    lxb_dom_node_t **nodes; /* of each row */
    int64_t rows, bytes;    /* rows, and bytes of text */
    struct columns columns;
    struct attribute *attributes; /* all, in document order */
    int64_t many, place;          /* how many there are, and how many there is place for */
};

#endif
