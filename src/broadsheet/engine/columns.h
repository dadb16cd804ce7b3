/* The columns computed from a page's rows and characters.
 *
 * Included by fusion.c. */

/* The classes of characters, and what each becomes in lower case. */
struct folding {
    const uint16_t *classes; /* by code point; the last entry stands for all higher ones */
    int64_t last_point;
    const uint32_t *folded;  /* by code point; higher ones do not change; with the highest bit set, an index of `longer` */
    int64_t points;
    const uint32_t *longer;  /* code points that become several: FOLDED for each, padded with 0 */
};

static inline unsigned class_in(const struct folding *f, uint32_t point)
{
    return f->classes[point < f->last_point ? point : f->last_point];
}

/* The layout of the columns, and the tables and parameters for computing them. features.py has the same structure. */
struct spec {
    const struct folding *folded, *small;
    const uint8_t *kinds;         /* of words, by code point */
    const uint8_t *naming;        /* attributes that name elements, each followed by a zero */
    const uint32_t *around_bits;  /* by tag, as are the next three */
    const int32_t *block_column;  /* -1 for a tag without one */
    const int8_t *counted;        /* index among the counted tags, or -1 */
    const uint8_t *links;         /* whether it is a link */
    const int32_t *inside, *between, *earlier;
    int64_t last_kind, counted_tags, around, insides, betweens, earliers, inline_levels, levels, head, tail, alike, stated;
    double least_size, least_colour, most_links, threshold, weight_ratio, weight_text;
    /* The first column of each group, in the order of features.py. */
    int64_t shape, place, grouped, page, container, holder, holder_depth, at_around, at_inside, at_between, at_earlier,
        at_later, at_titles, at_repeats, at_stated, at_mss, at_coreex;
};

/* A page, the columns to fill, and the arrays to work in. */
struct evidence {
    const struct spec *spec;
    const struct segments *s;
    int64_t segments, points, rows;
    const uint32_t *text;
    const int32_t *names;         /* numbers of the names of the elements around each segment */
    float *out;                   /* one row per column */
    uint32_t *line;               /* the text of each segment, white space collapsed and trimmed */
    int32_t *edges;               /* the offset of each segment's line and, last, of the end */
    const uint16_t *tag;
    const int32_t *parent, *end, *depth, *row_chars, *start, *stop;
    /* The rest is scratch space. */
    uint64_t *signature;          /* of each row: equal for rows with the same tags up to the root */
    uint64_t *keys, *key_of;      /* a hash table of segments; 2 by segments */
    double *reached;              /* 3 by segments + 1: characters, linked ones and those of prose before each segment */
    double *held;                 /* 3 by segments: sums of each group */
    uint32_t *inherited;          /* of each row: bits of its tags up to the root */
    int32_t *before;              /* one number per row, and one more */
    int32_t *group;               /* by slot */
    int32_t *member;              /* the group of each segment */
    int32_t *counts;              /* 5 by counted tags */
    int64_t slots;
};

enum { MARKS = 8, DIGITS = 1 << MARKS, UPPER = 1 << 9, LETTERS = 1 << 10, SPACES = 1 << 11, COUNTED = 11 };
enum { COMMAS = 1, ENDS = 2, COLON = 4, QUOTES = 64, BRACKETS = 128 };
enum { PROSE = 80, LEVELS = 4, HELD = 5, GROUPS = 5, SHARES = 3, NEAREST = 2 };

static float *column(const struct evidence *c, int64_t number) { return c->out + number * c->segments; }

/* The class of a character of a line; beyond its ends, that of a space. */
static unsigned class_at(const struct evidence *c, int64_t segment, int64_t at)
{
    at += c->edges[segment];
    return at < c->edges[segment] || at >= c->edges[segment + 1] ? SPACES : class_in(c->spec->folded, c->line[at]);
}

/* Write the line of a segment, and count its characters by class. */
static void put_line(const struct evidence *c, int64_t segment, int32_t counts[COUNTED])
{
    uint32_t *begin = c->line + c->edges[segment], *to = begin;
    int32_t letters = 0;
    for (int32_t row = c->s->first[segment]; row <= c->s->last[segment]; row++) {
        int is_shown = c->tag[row] == TEXT && (c->s->of[row] == segment || c->row_chars[row] == 0);
        int32_t stop = is_shown ? c->stop[row] : 0;
        for (int32_t at = c->start[row]; at < stop; at++) {
            unsigned class = class_in(c->spec->folded, c->text[at]);
            *to = class & SPACES ? ' ' : c->text[at];
            to += !(class & SPACES) || (to > begin && to[-1] != ' ');
            if (class == LETTERS)
                letters++;
            else
                for (class &= ~SPACES; class != 0; class &= class - 1)
                    counts[__builtin_ctz(class)]++;
        }
    }
    to -= to > begin && to[-1] == ' ';
    counts[COUNTED - 1] += letters;
    c->edges[segment + 1] = (int32_t)(to - c->line);
}

/* Fill the columns about the text of each segment, and its line. */
static void shape(const struct evidence *c)
{
    int64_t m = c->segments;
    float *out = column(c, c->spec->shape), *styles = out + (8 + MARKS + 6) * m;
    c->edges[0] = 0;
    for (int64_t i = 0; i < m; i++) {
        double chars = c->s->chars[i], words = c->s->words[i], marks = c->s->punct[i];
        int32_t counts[COUNTED] = {0};
        put_line(c, i, counts);
        float *to = out + i;
        double plain[8] = {log_of(chars), log_of(words), min_of(20, chars / max_of(1, words)) / 10, c->s->link_chars[i] / chars,
                           min_of(0.3, marks / chars) * 10, marks > 0, min_of(40, words / max_of(1, marks)) / 10, 0};
        for (int j = 0; j < 8; j++, to += m)
            *to = (float)plain[j];
        for (int mark = 0; mark < MARKS; mark++, to += m)
            *to = (float)(min_of(0.25, counts[mark] / chars) * 20);
        *to = (float)min_of(1, counts[8] / chars), to += m;
        *to = (float)(counts[9] / max_of(1, counts[10])), to += m;
        int64_t length = c->edges[i + 1] - c->edges[i];
        unsigned last = class_at(c, i, length - 1), other = class_at(c, i, length - 2);
        *to = (last & ENDS) || (last & (QUOTES | BRACKETS) && other & ENDS), to += m;
        *to = (last & COLON) != 0, to += m;
        unsigned begin = class_at(c, i, 0), second = class_at(c, i, 1);
        *to = (begin & UPPER) || (begin & QUOTES && second & UPPER), to += m;
        *to = (begin & QUOTES) != 0;
    }
    float *rows = out + 7 * m, *bold = styles, *italic = styles + m;
    uint32_t is_bold = 1u << c->spec->around, is_italic = is_bold << 1;
    memset(styles, 0, (size_t)(2 * m) * sizeof *styles);
    for (int64_t row = 0; row < c->rows; row++) {
        int32_t of = c->s->of[row];
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
        bold[i] = (float)((double)bold[i] / c->s->chars[i]);
        italic[i] = (float)((double)italic[i] / c->s->chars[i]);
    }
}

/* The depth of the lowest element that holds two rows, given in document order. */
static int32_t meeting(const struct evidence *c, int32_t one, int32_t other)
{
    if (other <= one)
        return c->depth[one];
    while (c->end[one] <= other)
        one = c->parent[one];
    return c->depth[one];
}

/* Group segments by their keys, and fill the columns about each group, from `number` on. */
static void grouped(const struct evidence *c, int64_t number, const uint64_t *key_of, float *same)
{
    int64_t m = c->segments;
    int32_t groups = 0;
    double total = c->reached[m], *chars = c->held, *links = chars + m, *many = links + m;
    memset(c->keys, 0, (size_t)c->slots * sizeof *c->keys);
    for (int64_t i = 0; i < m; i++) {
        uint64_t key = finished(key_of[i]);
        int64_t slot = slot_of(key, c->keys, c->slots);
        if (c->keys[slot] == 0) {
            c->keys[slot] = key;
            c->group[slot] = groups;
            chars[groups] = links[groups] = many[groups] = 0;
            groups++;
        }
        int32_t group = c->member[i] = c->group[slot];
        chars[group] += c->s->chars[i];
        links[group] += c->s->link_chars[i];
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

/* Fill the columns about the place of each segment and its neighbours. */
static void place(const struct evidence *c)
{
    uint64_t *keys = c->key_of;
    int64_t m = c->segments;
    double total = c->reached[m], prose = c->reached[3 * (m + 1) - 1], text = max_of(1, (double)c->points);
    float *out = column(c, c->spec->place), *gap = out + 8 * m, *common = gap + 2 * m, *same = common + 2 * m,
          *logs = same + 2 * m, *links = logs + m;
    memset(gap, 0, (size_t)(6 * m) * sizeof *gap);
    for (int64_t i = 0; i < m; i++) {
        int32_t block = c->s->block[i];
        /* The names of the block and of its parent. */
        const int32_t *around = c->names + i * (c->spec->inline_levels + c->spec->levels) + c->spec->inline_levels;
        keys[i] = c->signature[block];
        keys[m + i] = finished(keys[i] ^ ((uint64_t)(uint32_t)around[0] << 32 | (uint32_t)around[1]));
        double before = c->reached[2 * (m + 1) + i];
        double values[8] = {c->reached[i + 1] / total,
                            (double)i / (double)m,
                            log_of((double)m),
                            c->depth[block] / 20.0,
                            c->s->start[i] / text,
                            0,
                            before / max_of(1, prose),
                            1 - c->reached[2 * (m + 1) + i + 1] / max_of(1, prose)};
        for (int j = 0; j < 8; j++)
            out[j * m + i] = (float)values[j];
        c->before[block]++;
        if (i > 0) {
            int32_t depth = meeting(c, c->s->block[i - 1], block);
            gap[i] = gap[m + i - 1] = (float)(min_of(20, c->depth[c->s->block[i - 1]] + c->depth[block] - 2 * depth) / 5);
            common[i] = common[m + i - 1] = (float)(depth / 20.0);
        }
        double sum = 0, shares = 0;
        for (int64_t near = i - NEAREST; near <= i + NEAREST; near++) {
            int64_t at = near < 0 ? 0 : near < m ? near : m - 1;
            sum += log_of((double)c->s->chars[at]);
            shares += (double)c->s->link_chars[at] / c->s->chars[at];
        }
        logs[i] = (float)(sum / (2 * NEAREST + 1));
        links[i] = (float)(shares / (2 * NEAREST + 1));
    }
    for (int64_t i = 0; i < m; i++)
        out[5 * m + i] = (float)log_of((double)c->before[c->s->block[i]]);
    grouped(c, c->spec->grouped, keys, same);
    grouped(c, c->spec->grouped + GROUPS, keys + m, NULL);
}

/* Fill the columns about the contents of the elements around each segment, and about the lowest elements that hold certain
 * shares of the page's prose. */
static void containers(const struct evidence *c)
{
    static const double SHARE[SHARES] = {0.5, 0.75, 0.9};
    int64_t m = c->segments, wide = m + 1;
    const double *chars = c->reached, *links = chars + wide, *prose = links + wide;
    double total = max_of(1, chars[m]), good = max_of(1, prose[m]);
    int32_t *before = c->before; /* segments that begin before a row */
    memset(before, 0, (size_t)(c->rows + 1) * sizeof *before);
    for (int64_t i = 0; i < m; i++)
        before[c->s->first[i] + 1] = 1;
    for (int64_t row = 0; row < c->rows; row++)
        before[row + 1] += before[row];
    float *out = column(c, c->spec->container);
    int32_t last[LEVELS] = {-1, -1, -1, -1}; /* the rows of the previous segment, often the same */
    for (int64_t i = 0; i < m; i++) {
        int32_t row = c->s->block[i];
        float *to = out + i;
        for (int level = 0; level < LEVELS; level++) {
            int32_t at = row < 0 ? 0 : row, a = before[at], b = before[c->end[at]];
            row = row < 0 ? -1 : c->parent[row];
            if (at == last[level]) {
                for (int j = 0; j < HELD; j++, to += m)
                    *to = to[-1];
                continue;
            }
            last[level] = at;
            double text = chars[b] - chars[a];
            double values[HELD] = {text / total, (links[b] - links[a]) / max_of(1, text), (prose[b] - prose[a]) / good,
                                   log_of((double)(b - a)), log_of(text / (c->end[at] - at))};
            for (int j = 0; j < HELD; j++, to += m)
                *to = (float)values[j];
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
        float *in = column(c, c->spec->holder + share), *depth = column(c, c->spec->holder_depth + share);
        int32_t row = holder[share];
        for (int64_t i = 0; i < m; i++) {
            in[i] = c->s->first[i] >= row && c->s->first[i] < c->end[row];
            depth[i] = (float)((c->depth[c->s->block[i]] - c->depth[row]) / 10.0);
        }
    }
}

/* Count tags up to a row. */
static void advance(const struct evidence *c, int32_t *counts, int32_t *at, int32_t to)
{
    for (; *at < to; (*at)++)
        if (c->spec->counted[c->tag[*at]] >= 0)
            counts[c->spec->counted[c->tag[*at]]]++;
}

static float log_count(int32_t number) { return (float)(number < LOGARITHMS ? logarithms[number] : log1p(number)); }

/* Fill the columns that count tags: the block of each segment, around it, in it, between it and the previous segment, and on
 * the page before and after it. */
static void tags(const struct evidence *c)
{
    int64_t m = c->segments, n = c->spec->counted_tags;
    int32_t *start = c->counts, *stop = start + n, *after = stop + n, *here = after + n, *all = here + n;
    int32_t at_start = 0, at_stop = 0, at_after = 0, at_here = 0, at_all = 0, rows = (int32_t)c->rows;
    memset(c->counts, 0, (size_t)(5 * n) * sizeof *c->counts);
    advance(c, all, &at_all, rows);
    float *around = column(c, c->spec->at_around), *inside = column(c, c->spec->at_inside),
          *between = column(c, c->spec->at_between), *earlier = column(c, c->spec->at_earlier),
          *later = column(c, c->spec->at_later);
    for (int64_t i = 0; i < m; i++) {
        int32_t number = c->spec->block_column[c->tag[c->s->block[i]]], first = c->s->first[i], last = c->s->last[i] + 1;
        if (number >= 0)
            column(c, number)[i] = 1;
        for (uint32_t bits = c->inherited[first] & ((1u << c->spec->around) - 1); bits != 0; bits &= bits - 1)
            around[__builtin_ctz(bits) * m + i] = 1;
        int32_t next = i + 1 < m ? c->s->first[i + 1] : rows;
        advance(c, start, &at_start, first > 0 ? first - 1 : 0);
        advance(c, stop, &at_stop, next < last ? next : last);
        advance(c, after, &at_after, i > 0 ? c->s->last[i - 1] + 1 : 0);
        advance(c, here, &at_here, first);
        for (int64_t j = 0; j < c->spec->insides; j++)
            inside[j * m + i] = log_count(stop[c->spec->inside[j]] - start[c->spec->inside[j]]);
        for (int64_t j = 0; j < c->spec->betweens; j++)
            between[j * m + i] = log_count(here[c->spec->between[j]] - after[c->spec->between[j]]);
        for (int64_t j = 0; j < c->spec->earliers; j++) {
            earlier[j * m + i] = log_count(here[c->spec->earlier[j]]);
            later[j * m + i] = log_count(all[c->spec->earlier[j]] - here[c->spec->earlier[j]]);
        }
    }
}

/* Fill the columns that are computed from the page's columns and characters. There is at least one segment. Returns 0; -1 if
 * memory runs out. */
static int32_t fill_columns(struct evidence *c)
{
    int64_t m = c->segments, rows = c->rows;
    c->slots = slots_for(m);
    int64_t eights = rows + c->slots + 2 * m + 3 * (m + 1) + 3 * m;
    int64_t fours = 2 * rows + 1 + c->slots + m + 5 * c->spec->counted_tags;
    char *work = malloc((size_t)(8 * eights + 4 * fours));
    if (work == NULL)
        return -1;
    c->signature = (uint64_t *)work;
    c->keys = c->signature + rows;
    c->key_of = c->keys + c->slots;
    c->reached = (double *)(c->key_of + 2 * m);
    c->held = c->reached + 3 * (m + 1);
    c->inherited = (uint32_t *)(c->held + 3 * m);
    c->before = (int32_t *)(c->inherited + rows);
    c->group = c->before + rows + 1;
    c->member = c->group + c->slots;
    c->counts = c->member + m;
    for (int64_t row = 0; row < rows; row++) {
        int32_t up = c->parent[row];
        c->signature[row] = finished((up < 0 ? EMPTY : c->signature[up]) + c->tag[row]);
        c->inherited[row] = c->spec->around_bits[c->tag[row]] | (up < 0 ? 0 : c->inherited[up]);
    }
    double *chars = c->reached, *links = chars + m + 1, *prose = links + m + 1;
    chars[0] = links[0] = prose[0] = 0;
    for (int64_t i = 0; i < m; i++) {
        double here = c->s->chars[i], linked = c->s->link_chars[i];
        chars[i + 1] = chars[i] + here;
        links[i + 1] = links[i] + linked;
        prose[i + 1] = prose[i] + (here >= PROSE && linked / here < 0.3 ? here - linked : 0);
    }
    memset(c->before, 0, (size_t)(rows + 1) * sizeof *c->before);
    shape(c);
    place(c);
    containers(c);
    tags(c);
    float *page = column(c, c->spec->page);
    for (int64_t i = 0; i < m; i++) {
        page[i] = (float)log_of(chars[m]);
        page[m + i] = (float)(links[m] / chars[m]);
        page[2 * m + i] = (float)(prose[m] / chars[m]);
    }
    free(work);
    return 0;
}
