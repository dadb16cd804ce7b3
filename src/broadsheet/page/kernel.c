/* The walk over the parser's tree, compiled: the same rows and counts as the Python walk gives, in a tenth of its time.
 *
 * Loaded by kernel.py, which says what each table means and checks, before the first page, that the parser's nodes
 * are laid out as they are read here. No function allocates, and none writes beyond the sizes that `measure` gave.
 */

#include <stddef.h>
#include <stdint.h>

#define VERSION 1

/* lexbor, dom/interfaces/node.h and character_data.h: the fields up to the last that is read. */
struct node {
    void *events;
    uintptr_t name, prefix, space;
    void *document;
    struct node *next, *previous, *parent, *first, *last;
    void *user;
    uintptr_t type;
};

struct text_node {
    struct node node;
    const uint8_t *data;
    size_t length;
};

/* What a number of a tag says about its element; kernel.py sets the same bits. */
enum { CLOSED = 1, BREAKS = 2, LINK = 4 };
enum { TEXT = 0, SKIP = 0xFFFF };

/* Classes of characters, as characters.py has them. */
enum { SPACE = 1, PUNCTUATION = 2, CJK = 4, CJK_MARK = 8 };

struct tables {
    const uint16_t *numbers; /* our number of a tag by the parser's */
    uint64_t known;          /* how many of the parser's there are; a higher one is the address of a name */
    const uint8_t *kinds;    /* bits by our number */
    const uint8_t *classes;  /* bits by code point; the last entry stands for all above */
    uint32_t points;         /* the number of the last entry */
    uint16_t unknown;        /* our number of a tag without one */
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
                bytes += (int64_t)((const struct text_node *)node)->length;
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
                const struct text_node *leaf = (const struct text_node *)node;
                for (size_t i = 0; i < leaf->length; i++)
                    text[i] = leaf->data[i];
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

/* How often two octets occur. */
void count_octets(const uint8_t *data, int64_t length, uint8_t first, uint8_t second, int64_t counts[2])
{
    int64_t firsts = 0, seconds = 0;
    for (int64_t begin = 0; begin < length;) {
        /* Sums of bytes in short pieces: the compiler makes vectors of them. */
        int64_t stop = length - begin < 255 ? length : begin + 255;
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
