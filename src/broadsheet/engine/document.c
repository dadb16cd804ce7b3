/* HTML -> a document: its rows in document order, their attributes and raw text, and CSS selectors.
 *
 * Functions that write an unknown number of bytes take a buffer `out` of `capacity` bytes, and return the number of bytes.
 * If the buffer is too small, the caller calls again with a larger one.
 */

#include "engine.h"

#include <lexbor/css/css.h>
#include <lexbor/html/tokenizer/state_rawtext.h>
#include <lexbor/html/tokenizer/state_script.h>
#include <lexbor/selectors/selectors.h>

#define VERSION 16

uint64_t engine_seed;

/* Initialise the library. Returns its version. */
API int32_t engine_open(uint64_t seed)
{
    engine_seed = seed;
    fill_logarithms();
    return VERSION;
}

/* ---- Tags ---- */

/* The number of tags that lexbor knows. For other names it uses an address as their number. */
API int64_t tag_count(void) { return LXB_TAG__LAST_ENTRY; }

/* Number lexbor's tags: those named, each name followed by a zero, in that order; text; other elements; and nodes that are
 * not rows. */
API void number_tags(const uint8_t *names, uint16_t *numbers)
{
    for (int tag = 0; tag < LXB_TAG__LAST_ENTRY; tag++)
        numbers[tag] = tag < LXB_TAG__BEGIN ? SKIP : UNKNOWN;
    numbers[LXB_TAG__TEXT] = TEXT;
    for (uint16_t number = 0; *names; number++, names += strlen((const char *)names) + 1)
        for (int tag = LXB_TAG__BEGIN; tag < LXB_TAG__LAST_ENTRY; tag++)
            if (strcmp((const char *)lxb_tag_name_by_id((lxb_tag_id_t)tag, NULL), (const char *)names) == 0)
                numbers[tag] = number;
}

static unsigned number_of(const lxb_dom_node_t *node, const struct tables *tables)
{
    return node->local_name < LXB_TAG__LAST_ENTRY ? tables->numbers[node->local_name] : UNKNOWN;
}

static const lexbor_str_t *text_of(const lxb_dom_node_t *node)
{
    return &((const lxb_dom_character_data_t *)node)->data;
}

/* ---- The walk ---- */

/* Whether a node's children are rows. */
static int enters(const lxb_dom_node_t *node, unsigned number, const struct tables *tables)
{
    return number != SKIP && number != TEXT && !(tables->kinds[number] & CLOSED) && node->first_child != NULL;
}

/* The node after a node's subtree, in document order, within a root; NULL after the last. */
static const lxb_dom_node_t *after(const lxb_dom_node_t *node, const lxb_dom_node_t *root)
{
    while (node != root && node->next == NULL)
        node = node->parent;
    return node == root ? NULL : node->next;
}

static const lxb_dom_attr_t *first_of(const lxb_dom_node_t *node)
{
    return node->type == LXB_DOM_NODE_TYPE_ELEMENT ? ((const lxb_dom_element_t *)node)->first_attr : NULL;
}

/* Count the rows of a subtree, the root included, their attributes, and the bytes of their text. */
static void measure(struct document *document, const lxb_dom_node_t *root)
{
    for (const lxb_dom_node_t *node = root; node != NULL;) {
        unsigned number = number_of(node, document->tables);
        document->rows += number != SKIP;
        for (const lxb_dom_attr_t *one = number == SKIP ? NULL : first_of(node); one != NULL; one = one->next)
            document->attribute_count++;
        if (number == TEXT)
            document->bytes += (int64_t)text_of(node)->length;
        node = enters(node, number, document->tables) ? node->first_child : after(node, root);
    }
}

API void document_close(struct document *document)
{
    if (document == NULL)
        return;
    lxb_html_document_destroy(document->html);
    free(document->nodes);
    free(document->attributes);
    free(document);
}

/* ---- Limits ---- */

/* The measures taken while a page is parsed: indices of the limits. */
enum { ELEMENTS, DEPTH, SEARCHED, ATTRIBUTES, NAMES, MEMORY, MEASURES };

/* Limits and measured values. Each token is checked before it is put into the tree; `Limits` in parse.py says why. */
struct guard {
    lxb_html_tree_t *tree;
    lxb_html_tokenizer_token_f put; /* the function that puts tokens into the tree, and its argument */
    void *context;
    const int64_t *limits;
    int64_t measured[MEASURES];
    int exceeded; /* the first measure that is too large, or -1 */
    const lexbor_mem_chunk_t *last[2]; /* the last chunks whose size was counted: of the tree, and of texts */
};

/* Bytes of the memory chunks allocated since the last call. */
static int64_t taken(const lexbor_mraw_t *memory, const lexbor_mem_chunk_t **last)
{
    int64_t bytes = 0;
    const lexbor_mem_chunk_t *chunk = *last == NULL ? memory->mem->chunk_first : (*last)->next;
    for (; chunk != NULL; chunk = chunk->next) {
        bytes += (int64_t)chunk->size;
        *last = chunk;
    }
    return bytes;
}

/* Whether the page exceeds a limit. NAMES counts those that lexbor does not know. */
static int is_exceeded(struct guard *guard)
{
    const lxb_dom_document_t *page = lxb_dom_interface_document(guard->tree->document);
    guard->measured[NAMES] = (int64_t)(lexbor_dobject_allocated(page->tags->entries) +
                                    lexbor_dobject_allocated(page->attrs->entries));
    guard->measured[MEMORY] += taken(page->mraw, &guard->last[0]) + taken(page->text, &guard->last[1]);
    for (int measure = 0; measure < MEASURES && guard->exceeded < 0; measure++)
        if (guard->measured[measure] > guard->limits[measure])
            guard->exceeded = measure;
    return guard->exceeded >= 0;
}

/* Check a token, and pass it on if no limit is exceeded. */
static lxb_html_token_t *guarded(lxb_html_tokenizer_t *tokenizer, lxb_html_token_t *token, void *context)
{
    struct guard *guard = context;
    int ends = (token->type & LXB_HTML_TOKEN_TYPE_CLOSE) != 0;
    guard->measured[ELEMENTS] += token->tag_id >= LXB_TAG__BEGIN && !ends;
    guard->measured[DEPTH] = (int64_t)lexbor_array_length(guard->tree->open_elements);
    guard->measured[SEARCHED] += ends ? guard->measured[DEPTH] : 0;
    guard->measured[ATTRIBUTES] = 0;
    for (const lxb_html_token_attr_t *attribute = token->attr_first; attribute != NULL; attribute = attribute->next)
        guard->measured[ATTRIBUTES]++;
    if (is_exceeded(guard)) {
        tokenizer->status = LXB_STATUS_STOPPED;
        return NULL;
    }
    return guard->put(tokenizer, token, guard->context);
}

enum { PIECE = 1 << 16 };

/* The state that a function enters, which lexbor does not export. */
static lxb_html_tokenizer_state_f entered(lxb_html_tokenizer_state_f before)
{
    lxb_html_tokenizer_t tokenizer = {.is_eof = true};
    before(&tokenizer, NULL, NULL);
    return tokenizer.state;
}

/* The number of bytes before the next "<", carriage return or zero. */
static size_t plain_bytes(const uint8_t *data, size_t length)
{
    static const char ends[] = "<\r";
    for (size_t i = 0; i < sizeof ends && length > 0; i++) {
        const uint8_t *found = memchr(data, ends[i], length);
        if (found != NULL)
            length = (size_t)(found - data);
    }
    return length;
}

/* Tokenize a piece of a page as `lxb_html_tokenizer_chunk` does, but copy scripts and style sheets in runs, not by bytes. */
static lxb_status_t tokenize(lxb_html_tokenizer_t *tokenizer, const uint8_t *data, size_t length)
{
    lxb_html_tokenizer_state_f script = entered(lxb_html_tokenizer_state_script_data_before);
    lxb_html_tokenizer_state_f style = entered(lxb_html_tokenizer_state_rawtext_before);
    const uint8_t *end = data + length;
    tokenizer->status = LXB_STATUS_OK;
    tokenizer->last = end;
    while (data < end) {
        if (tokenizer->state == script || tokenizer->state == style) {
            size_t size = plain_bytes(data, (size_t)(end - data));
            data += size;
            if (lxb_html_tokenizer_temp_append(tokenizer, data - size, size) != LXB_STATUS_OK || data == end)
                break;
        }
        data = tokenizer->state(tokenizer, data, end);
    }
    return tokenizer->status;
}

/* Parse within limits. They are also checked after each piece of the page, since one tag may have any number of names. */
static lxb_status_t parse(lxb_html_document_t *page, const uint8_t *html, int64_t length, struct guard *guard)
{
    lxb_status_t status = lxb_html_document_parse_chunk_begin(page);
    if (status != LXB_STATUS_OK)
        return status;
    lxb_html_parser_t *parser = page->dom_document.parser;
    guard->tree = parser->tree;
    guard->put = parser->tkz->callback_token_done;
    guard->context = parser->tkz->callback_token_ctx;
    lxb_html_tokenizer_callback_token_done_set(parser->tkz, guarded, guard);
    status = lxb_html_tokenizer_temp_realloc(parser->tkz, (size_t)length); /* else it grows with each longer script */
    for (int64_t at = 0; at < length && status == LXB_STATUS_OK; at += PIECE) {
        status = tokenize(parser->tkz, html + at, (size_t)(length - at < PIECE ? length - at : PIECE));
        if (status == LXB_STATUS_OK && is_exceeded(guard))
            return LXB_STATUS_STOPPED;
    }
    if (status == LXB_STATUS_OK)
        status = lxb_html_document_parse_chunk_end(page);
    return status;
}

/* Parse a page in UTF-8 by the HTML standard, with scripting off. `limits` has the limit of each measure. `sizes` gets the
 * number of rows and the bytes of text. The caller must keep the tables alive.
 *
 * Returns NULL if a limit is exceeded, with the index of the limit and the measured value in `sizes`; or if memory runs out,
 * with -1 as the index. */
API struct document *document_open(const uint8_t *html, int64_t length, const struct tables *tables,
                                   const int64_t *limits, int64_t sizes[2])
{
    struct guard guard = {.limits = limits, .exceeded = -1};
    struct document *document = calloc(1, sizeof *document);
    sizes[0] = -1;
    if (document == NULL)
        return NULL;
    document->tables = tables;
    document->html = lxb_html_document_create();
    if (document->html == NULL)
        goto failed;
    lxb_html_document_scripting_set(document->html, false);
    /* Else each new option walks through its list to find the selected one. */
    lxb_dom_document_opt_set(lxb_dom_interface_document(document->html), LXB_DOM_DOCUMENT_OPT_WO_EVENTS);
    if (parse(document->html, html, length, &guard) != LXB_STATUS_OK)
        goto failed;
    lxb_dom_node_t *root = lxb_dom_document_root(lxb_dom_interface_document(document->html));
    if (root == NULL)
        goto failed;
    measure(document, root);
    document->nodes = malloc((size_t)document->rows * sizeof *document->nodes);
    document->attributes = malloc((size_t)(document->attribute_count + 1) * sizeof *document->attributes);
    if (document->nodes == NULL || document->attributes == NULL)
        goto failed;
    document->nodes[0] = root;
    sizes[0] = document->rows;
    sizes[1] = document->bytes;
    return document;
failed:
    sizes[0] = guard.exceeded;
    sizes[1] = guard.exceeded < 0 ? 0 : guard.measured[guard.exceeded];
    document_close(document);
    return NULL;
}

/* Decode one text, which is valid UTF-8, and count its characters, words and punctuation marks. Returns the number of code
 * points. */
static int32_t count(const lexbor_str_t *text, const struct tables *tables, uint32_t *out, int32_t *chars,
                     int32_t *words, int32_t *marks)
{
    int32_t points = 0, visible = 0, begun = 0, punctuation = 0;
    int after_space = 0, at_border = 1;
    const uint8_t *data = text->data, *end = data + text->length;
    while (data < end) {
        uint32_t point = *data++;
        if (point >= 0xC0) {
            int more = point >= 0xF0 ? 3 : point >= 0xE0 ? 2 : 1;
            point &= 0x3F >> more;
            while (more-- > 0 && data < end)
                point = point << 6 | (*data++ & 0x3F);
        }
        unsigned bits = class_of(tables, point);
        out[points++] = point;
        if (bits & SPACE) {
            after_space = at_border = 1;
            continue;
        }
        /* A run of white space is one character, counted with the one after it. */
        visible += 1 + after_space;
        begun += (bits & CJK) || (!(bits & CJK_MARK) && at_border);
        after_space = 0;
        at_border = (bits & (CJK | CJK_MARK)) != 0;
        punctuation += (bits & PUNCTUATION) != 0;
        /* Most characters are further letters of a word. */
        for (; !at_border && data < end && *data < 0x80 && tables->classes[*data] == 0; visible++)
            out[points++] = *data++;
    }
    *chars = visible - (visible > 0 && class_of(tables, out[0]) & SPACE);
    *words = begun;
    *marks = punctuation;
    return points;
}

static uintptr_t number_of_name(const lxb_dom_attr_t *attribute)
{
    return attribute->qualified_name != 0 ? attribute->qualified_name : attribute->node.local_name;
}

/* Fill the columns of a document: tags, text and code points, and `numbers`, the other columns of `struct columns` one after
 * the other. `points` has space for one code point per byte of text. */
API void document_columns(struct document *document, uint16_t *tag, int32_t *numbers, uint8_t *text, uint32_t *points)
{
    const struct tables *tables = document->tables;
    struct columns *out = &document->columns;
    struct attribute *attribute = document->attributes;
    int32_t **columns[] = {&out->parent, &out->end,   &out->block, &out->depth, &out->start,
                           &out->stop,   &out->chars, &out->words, &out->punct, &out->link_chars};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        *columns[i] = numbers + (int64_t)i * document->rows;
    out->tag = tag;
    out->points = points;
    int32_t row = 0, up = -1, depth = 0, at = 0, links = 0;
    lxb_dom_node_t *root = document->nodes[0], *node = root;
    for (;;) {
        unsigned number = number_of(node, tables);
        if (number != SKIP) {
            unsigned kind = tables->kinds[number];
            node->user = (void *)(uintptr_t)(row + 1);
            document->nodes[row] = node;
            out->tag[row] = (uint16_t)number;
            out->parent[row] = up;
            out->depth[row] = depth;
            for (const lxb_dom_attr_t *one = first_of(node); one != NULL; one = one->next)
                *attribute++ = (struct attribute){one, number_of_name(one), row};
            int breaks = kind & BREAKS && node->ns != LXB_NS_SVG; /* the "title" of a picture breaks no line */
            out->block[row] = breaks || up < 0 ? row : out->block[up];
            out->start[row] = at;
            out->chars[row] = out->words[row] = out->punct[row] = out->link_chars[row] = 0;
            if (number == TEXT) {
                const lexbor_str_t *own = text_of(node);
                if (own->length > 0)
                    memcpy(text, own->data, own->length);
                text += own->length;
                at += count(own, tables, points + at, out->chars + row, out->words + row, out->punct + row);
                if (links > 0)
                    out->link_chars[row] = out->chars[row];
            }
            out->end[row] = row + 1;
            out->stop[row] = at;
            if (enters(node, number, tables)) {
                up = row++;
                depth++;
                links += (kind & LINK) != 0;
                node = node->first_child;
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
}

/* ---- Names, attributes and raw text of rows ---- */

/* Write a piece and a byte after it, if both fit; return the offset of the next. */
static int64_t put(uint8_t *out, int64_t capacity, int64_t at, struct piece piece, uint8_t end)
{
    int64_t next = at + (int64_t)piece.length + 1;
    if (next <= capacity) {
        if (piece.length > 0)
            memcpy(out + at, piece.data, piece.length);
        out[next - 1] = end;
    }
    return next;
}

static const lxb_dom_attr_t *first_attribute(const struct document *document, int64_t row)
{
    return row >= 0 && row < document->rows ? first_of(document->nodes[row]) : NULL;
}

static struct piece name_of(const lxb_dom_attr_t *attribute)
{
    struct piece name = {NULL, 0};
    name.data = lxb_dom_attr_qualified_name((lxb_dom_attr_t *)attribute, &name.length);
    return name;
}

static struct piece value_of(const lxb_dom_attr_t *attribute)
{
    struct piece value = {(const uint8_t *)"", 0};
    if (attribute->value != NULL && attribute->value->data != NULL) {
        value.data = attribute->value->data;
        value.length = attribute->value->length;
    }
    return value;
}

/* The name of an element, in lower case except in SVG, followed by a zero. */
API int64_t document_name(const struct document *document, int64_t row, uint8_t *out, int64_t capacity)
{
    struct piece name;
    name.data = lxb_dom_element_qualified_name((const lxb_dom_element_t *)document->nodes[row], &name.length);
    return put(out, capacity, 0, name, 0);
}

/* Whether any element has a name that HTML does not know, given in lower case. */
API int64_t document_has(const struct document *document, const uint8_t *name)
{
    lexbor_hash_t *names = document->html->dom_document.tags;
    return lxb_tag_data_by_name(names, name, strlen((const char *)name)) != NULL;
}

/* The names and values of the attributes of several rows, each followed by a zero. `counts`, unless it is NULL, gets the
 * number of attributes of each row. */
API int64_t document_attributes(const struct document *document, const int64_t *rows, int64_t many, int32_t *counts,
                                uint8_t *out, int64_t capacity)
{
    int64_t at = 0;
    for (int64_t i = 0; i < many; i++) {
        int32_t count = 0;
        for (const lxb_dom_attr_t *one = first_attribute(document, rows[i]); one != NULL; one = one->next, count++) {
            at = put(out, capacity, at, name_of(one), 0);
            at = put(out, capacity, at, value_of(one), 0);
        }
        if (counts != NULL)
            counts[i] = count;
    }
    return at;
}

/* The text of all text nodes below an element, followed by a zero. */
API int64_t document_raw_text(const struct document *document, int64_t row, uint8_t *out, int64_t capacity)
{
    const lxb_dom_node_t *root = row >= 0 && row < document->rows ? document->nodes[row] : NULL;
    int64_t at = 0;
    for (const lxb_dom_node_t *node = root; node != NULL;) {
        if (node->local_name == LXB_TAG__TEXT) {
            struct piece text = {text_of(node)->data, text_of(node)->length};
            at = put(out, capacity, at, text, 0) - 1;
        }
        node = node->first_child != NULL ? node->first_child : after(node, root);
    }
    return put(out, capacity, at, (struct piece){NULL, 0}, 0);
}

struct wanted names_wanted(const uint8_t *names)
{
    struct wanted wanted = {.count = 0};
    for (; *names && wanted.count < MAX_NAMES; names += wanted.names[wanted.count++].length + 1)
        wanted.names[wanted.count] = (struct piece){names, strlen((const char *)names)};
    return wanted;
}

static int is_same(struct piece one, struct piece other)
{
    return one.length == other.length && (one.length == 0 || memcmp(one.data, other.data, one.length) == 0);
}

/* The index of an attribute's name among the wanted names; -1 if it is not wanted. */
static int which(const lxb_dom_attr_t *attribute, uintptr_t number, struct wanted *wanted)
{
    size_t slot = (number ^ number >> 6) % REMEMBERED;
    if (number != 0 && wanted->number[slot] == number)
        return wanted->which[slot];
    struct piece own = name_of(attribute), *names = wanted->names;
    int k = wanted->count - 1;
    while (k >= 0 && !is_same(own, names[k]))
        k--;
    wanted->number[slot] = number;
    wanted->which[slot] = k;
    return k;
}

int wanted_values(const struct document *document, int64_t row, struct wanted *wanted, struct piece values[MAX_NAMES])
{
    const lxb_dom_attr_t *has[MAX_NAMES];
    uint32_t some = 0;
    int found = 0;
    for (const lxb_dom_attr_t *one = first_attribute(document, row); one != NULL; one = one->next) {
        int k = which(one, number_of_name(one), wanted);
        if (k >= 0 && !(some >> k & 1)) {
            some |= 1u << k;
            has[k] = one;
        }
    }
    for (int k = 0; k < wanted->count && some >> k != 0; k++)
        if (some >> k & 1)
            values[found++] = value_of(has[k]);
    return found;
}

/* For each row, the values of the wanted attributes in the order of their names, joined by spaces and followed by a
 * zero. */
API int64_t document_joined(const struct document *document, const int64_t *rows, int64_t many, const uint8_t *names,
                            uint8_t *out, int64_t capacity)
{
    struct wanted wanted = names_wanted(names);
    struct piece values[MAX_NAMES] = {{NULL, 0}};
    int64_t at = 0;
    for (int64_t i = 0; i < many; i++) {
        int found = wanted_values(document, rows[i], &wanted, values);
        if (found == 0)
            at = put(out, capacity, at, (struct piece){NULL, 0}, 0);
        for (int k = 0; k < found; k++)
            at = put(out, capacity, at, values[k], k + 1 < found ? ' ' : 0);
    }
    return at;
}

/* A wanted attribute: its row, the index of its name, and the index of its value among the name's distinct values. */
struct occurrence {
    const lxb_dom_attr_t *attribute;
    int32_t row, name, value;
};

/* Find the wanted attributes in document order. Returns their number. */
static int64_t find_occurrences(const struct document *document, struct wanted *wanted, struct occurrence *out)
{
    int64_t many = 0;
    for (int64_t i = 0; i < document->attribute_count; i++) {
        const struct attribute *one = &document->attributes[i];
        int k = which(one->node, one->name, wanted);
        if (k < 0)
            continue;
        __builtin_prefetch(one->node->value);
        out[many++] = (struct occurrence){one->node, one->row, k, 0};
    }
    return many;
}

/* The values of up to 32 attributes in all rows that have them; the names as in `names_wanted`. For each name: its
 * rows in order, int64; the index of each row's value among the distinct values, int32; and these, in order of first use,
 * each followed by a zero, padded to a multiple of eight bytes. `counts` gets the number of rows and the bytes of values of
 * each name. Returns -1 if memory runs out. */
API int64_t document_values(const struct document *document, const uint8_t *names, int64_t counts[][2], uint8_t *out,
                            int64_t capacity)
{
    struct wanted wanted = names_wanted(names);
    int64_t most = document->attribute_count, slots = slots_for(most), at = 0, begins[MAX_NAMES + 1] = {0}, next[MAX_NAMES];
    struct occurrence *found = malloc((size_t)most * (sizeof *found + sizeof(int32_t)) + (size_t)slots * sizeof(int32_t));
    if (found == NULL)
        return -1;
    int64_t many = find_occurrences(document, &wanted, found);
    int32_t *order = (int32_t *)(found + most), *table = order + most; /* attributes by name; the first with each value */
    for (int64_t i = 0; i < many; i++)
        begins[found[i].name + 1]++;
    for (int k = 0; k < MAX_NAMES; k++) {
        next[k] = begins[k];
        begins[k + 1] += begins[k];
    }
    for (int64_t i = 0; i < many; i++)
        order[next[found[i].name]++] = (int32_t)i;
    for (int k = 0; k < wanted.count; k++) {
        const int32_t *of_name = order + begins[k];
        int64_t rows = begins[k + 1] - begins[k], values = at + 12 * rows;
        slots = slots_for(rows);
        int32_t different = 0;
        memset(table, 0xFF, (size_t)slots * sizeof *table);
        at = values;
        for (int64_t i = 0; i < rows; i++) {
            struct occurrence *here = &found[of_name[i]];
            const lexbor_str_t *ahead = i + 4 < rows ? found[of_name[i + 4]].attribute->value : NULL;
            if (ahead != NULL)
                __builtin_prefetch(ahead->data);
            struct piece value = value_of(here->attribute);
            int64_t slot = (int64_t)(hash_of(value) & (uint64_t)(slots - 1));
            while (table[slot] >= 0 && !is_same(value, value_of(found[table[slot]].attribute)))
                slot = (slot + 1) & (slots - 1);
            if (table[slot] < 0) {
                table[slot] = of_name[i];
                here->value = different++;
                at = put(out, capacity, at, value, 0);
            } else
                here->value = found[table[slot]].value;
            if (values <= capacity) {
                memcpy(out + values - 12 * rows + 8 * i, &(int64_t){here->row}, 8);
                memcpy(out + values - 4 * rows + 4 * i, &here->value, 4);
            }
        }
        counts[k][0] = rows;
        counts[k][1] = at - values;
        at = (at + 7) & ~(int64_t)7;
    }
    free(found);
    return at;
}

/* ---- CSS selectors ---- */

struct matched {
    int32_t *rows;
    int64_t count, capacity;
};

static lxb_status_t match(lxb_dom_node_t *node, lxb_css_selector_specificity_t specificity, void *context)
{
    struct matched *matched = context;
    (void)specificity;
    /* The contents of a template have no row. */
    if (node->user != NULL) {
        if (matched->count < matched->capacity)
            matched->rows[matched->count] = (int32_t)((uintptr_t)node->user - 1);
        matched->count++;
    }
    return LXB_STATUS_OK;
}

/* The rows that match a selector, unordered, some more than once. Returns their number; -1 if the selector is invalid. */
API int64_t document_select(const struct document *document, const uint8_t *selector, int64_t length, int32_t *rows,
                            int64_t capacity)
{
    struct matched matched = {rows, 0, capacity};
    lxb_css_parser_t *parser = lxb_css_parser_create();
    lxb_css_selectors_t *syntax = lxb_css_selectors_create();
    lxb_selectors_t *finder = lxb_selectors_create();
    lxb_css_selector_list_t *list = NULL;
    lxb_status_t status = LXB_STATUS_ERROR;
    if (lxb_css_parser_init(parser, NULL) == LXB_STATUS_OK && lxb_css_selectors_init(syntax) == LXB_STATUS_OK &&
        lxb_selectors_init(finder) == LXB_STATUS_OK) {
        lxb_css_parser_selectors_set(parser, syntax);
        lxb_selectors_opt_set(finder, LXB_SELECTORS_OPT_MATCH_ROOT);
        list = lxb_css_selectors_parse(parser, selector, (size_t)length);
        if (list != NULL)
            status = lxb_selectors_find(finder, document->nodes[0], list, match, &matched);
    }
    if (list != NULL)
        lxb_css_selector_list_destroy_memory(list);
    parser->memory = NULL;
    lxb_selectors_destroy(finder, true);
    lxb_css_selectors_destroy(syntax, true);
    lxb_css_parser_destroy(parser, true);
    return list != NULL && status == LXB_STATUS_OK ? matched.count : -1;
}
