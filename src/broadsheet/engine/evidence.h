/* The evidence of a page in one call: the columns about titles, MSS and CoreEx, and all others.
 *
 * Included by fusion.c. */

static int is_among(uint64_t word, const uint64_t *words, int32_t many)
{
    for (int32_t i = 0; i < many; i++)
        if (words[i] == word)
            return 1;
    return 0;
}

/* The number of distinct words. */
static int32_t count_distinct(const uint64_t *words, int32_t many)
{
    int32_t count = 0;
    for (int32_t i = 0; i < many; i++)
        count += !is_among(words[i], words, i);
    return count;
}

/* Fill the eight columns about titles, in the order of features.py, except the third: the overlap of each segment's words
 * with those of the title and of the title in the head, and the segment's position relative to the title.
 *
 * `hashes` are the words of all segments, and `edges` the offsets of each segment's; `titles` and `bounds` the same for the
 * two titles. */
static void titles(const struct document *document, int64_t m, const uint64_t *hashes, const int32_t *edges,
                   const uint64_t *titles, const int32_t *bounds, const int32_t *first, float *out)
{
    const int32_t *parent = document->columns.parent, *end = document->columns.end, *depth = document->columns.depth;
    float *found[2] = {out, out + 3 * m}, *share[2] = {out + m, out + 4 * m}, *after = out + 5 * m, *distance = after + m,
          *common = distance + m;
    int64_t likely[2] = {-1, -1};
    for (int which = 0; which < 2; which++) {
        const uint64_t *wanted = titles + bounds[which];
        int32_t many = bounds[which + 1] - bounds[which], size = count_distinct(wanted, many);
        uint64_t some = 0; /* a filter: the last six bits of each word */
        for (int32_t i = 0; i < many; i++)
            some |= 1ull << (wanted[i] & 63);
        for (int64_t i = 0; i < m; i++) {
            int32_t number = edges[i + 1] - edges[i], hits = 0;
            for (int32_t at = edges[i]; at < edges[i + 1]; at++)
                hits += (some >> (hashes[at] & 63) & 1) && is_among(hashes[at], wanted, many);
            double part = min_of(1, (double)hits / max_of(1, size));
            found[which][i] = (float)part;
            share[which][i] = (float)(hits / max_of(1, number));
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

/* The maximum scoring subsequence of the segments' lengths, which are negative for segments that do not count as text (see
 * methods/mss.py): whether each segment is in it, and the sign of its length. */
static void mss(const struct spec *spec, const struct segments *s, const double *size, const double *colour, float *in,
                float *sign)
{
    const int32_t *chars = s->chars, *links = s->link_chars;
    int64_t m = s->count;
    int64_t sum = 0, lowest = 0, lowest_at = 0, best = 0, first = 0, stop = 0;
    for (int64_t i = 0; i < m; i++) {
        int holds = size[i] >= spec->least_size && colour[i] >= spec->least_colour &&
                    links[i] / max_of(1, chars[i]) <= spec->most_links;
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

/* CoreEx (see methods/coreex.py), without ties and with forms: whether each segment's first row is kept, and the score of its
 * block. `hidden` are flags of rows. Returns 0; -1 if memory runs out. */
static int32_t coreex(const struct document *document, const struct spec *spec, const uint8_t *hidden,
                      const struct segments *s, float *kept, float *scores)
{
    const uint8_t *links = spec->links;
    int64_t rows = document->rows;
    const uint16_t *tag = document->columns.tag;
    const int32_t *parent = document->columns.parent, *end = document->columns.end, *depth = document->columns.depth,
                  *words = document->columns.words;
    double *set_text = malloc((size_t)(3 * rows) * sizeof(double) + (size_t)(3 * (rows + 1)) * sizeof(int32_t));
    if (set_text == NULL)
        return -1;
    double *set_link = set_text + rows, *score = set_link + rows;
    int32_t *linked = (int32_t *)(score + rows), *text = linked + rows + 1, *link = text + rows + 1, page_text = 0;
    uint8_t *inside = (uint8_t *)score; /* `score` is written later */
    linked[0] = text[0] = link[0] = 0;
    for (int64_t row = 0; row < rows; row++) {
        inside[row] = links[tag[row]] || (parent[row] >= 0 && inside[parent[row]]);
        int32_t here = hidden[row] ? 0 : words[row];
        page_text += here;
        linked[row + 1] = linked[row] + (inside[row] && here > 0);
    }
    for (int64_t row = 0; row < rows; row++) {
        int is_link = linked[row + 1] > linked[row] ||
                      (links[tag[row]] && !hidden[row] && linked[end[row]] == linked[row]);
        text[row + 1] = text[row] + (is_link ? 1 : hidden[row] ? 0 : words[row]);
        link[row + 1] = link[row] + is_link;
    }
    memset(set_text, 0, (size_t)(3 * rows) * sizeof *set_text);
    for (int64_t row = 1; row < rows; row++) {
        int32_t of_text = text[end[row]] - text[row], of_link = link[end[row]] - link[row];
        if (of_text > 0 && (double)(of_text - of_link) / of_text > spec->threshold) {
            set_text[parent[row]] += of_text;
            set_link[parent[row]] += of_link;
            linked[row] = 1;
        } else
            linked[row] = 0;
    }
    int64_t best = -1;
    for (int64_t row = 0; row < rows; row++) {
        if (set_text[row] > 0)
            score[row] = spec->weight_ratio * ((set_text[row] - set_link[row]) / set_text[row]) +
                         spec->weight_text * set_text[row] / (page_text > 1 ? page_text : 1);
        if (score[row] > 0 && (best < 0 || score[row] > score[best] ||
                               (score[row] == score[best] && depth[row] < depth[best])))
            best = row;
    }
    /* From here on, `linked` flags the rows below children of the best that are in S. */
    linked[0] = 0;
    for (int64_t row = 1; row < rows; row++)
        linked[row] = (linked[row] && parent[row] == best) || (parent[row] != best && linked[parent[row]]);
    for (int64_t i = 0; i < s->count; i++) {
        kept[i] = (float)linked[s->first[i]];
        scores[i] = (float)score[s->block[i]];
    }
    free(set_text);
    return 0;
}

/* Inputs from Python besides the columns. */
struct inputs {
    const uint8_t *hidden;         /* flags of rows */
    const double *size, *colour;   /* shares of each segment, for MSS */
    const uint32_t *texts;         /* five texts, concatenated: both titles; the first title, folded; the stated body and
                                      description, folded and without spaces */
    int64_t bounds[6];             /* the offset of each text and, last, of the end */
};

/* The arrays to fill; features.py allocates them. */
struct outputs {
    float *columns; /* initially 0 */
    int32_t *around, *first, *name_edges, *word_edges;
    uint64_t *names, *words;
    int64_t capacity;  /* length of `names` */
    int64_t counts[3]; /* distinct names, words of names, words of texts */
};

/* Read the evidence of a page with at least one segment. Returns 0; -1 if memory runs out. */
API int32_t read_evidence(const struct document *document, const struct segments *s, const struct spec *spec,
                          const struct inputs *inputs, struct outputs *out)
{
    const struct columns *columns = &document->columns;
    const int64_t *bounds = inputs->bounds;
    int64_t m = s->count, length = 0;
    struct evidence c = {.spec = spec, .s = s, .segments = m, .points = columns->stop[0], .rows = document->rows,
                         .text = columns->points, .names = out->around, .out = out->columns, .tag = columns->tag,
                         .parent = columns->parent, .end = columns->end, .depth = columns->depth,
                         .row_chars = columns->chars, .start = columns->start, .stop = columns->stop};
    for (int64_t i = 0; i < m; i++)
        length += s->stop[i] - s->start[i];
    uint64_t *wanted = malloc((size_t)(bounds[2] + 1) * sizeof *wanted + (size_t)(m + 1 + length) * sizeof *c.line);
    if (wanted == NULL)
        return -1;
    c.edges = (int32_t *)(wanted + bounds[2] + 1);
    c.line = (uint32_t *)(c.edges + m + 1);
    int32_t ends[3] = {0};
    for (int title = 0; title < 2; title++) {
        int64_t many = bounds[title + 1] - bounds[title];
        ends[title + 1] = ends[title];
        for (int64_t at = 0; at < many;)
            ends[title + 1] += next_word(inputs->texts + bounds[title], many, spec->kinds, spec->last_kind, &at,
                                         &wanted[ends[title + 1]]) != 0;
    }
    int failed = names_around(document, s, spec->naming, spec->inline_levels, spec->levels, out->around, out->first,
                              out->name_edges, out->names, out->capacity, out->counts) < 0 ||
                 fill_columns(&c) < 0 ||
                 (out->counts[2] = segment_words(&c, out->words, out->word_edges)) < 0 ||
                 repeats(&c, column(&c, spec->at_repeats)) < 0 ||
                 (bounds[3] > bounds[2] &&
                  same_text(&c, inputs->texts + bounds[2], bounds[3] - bounds[2], column(&c, spec->at_titles + 2)) < 0);
    for (int stated = 0; stated < 2 && !failed; stated++)
        if (bounds[4 + stated] > bounds[3 + stated])
            failed = leads_in(&c, inputs->texts + bounds[3 + stated], bounds[4 + stated] - bounds[3 + stated],
                              column(&c, spec->at_stated + 1 + stated)) < 0;
    if (!failed) {
        for (int64_t i = 0; i < m; i++)
            column(&c, spec->at_stated)[i] = bounds[4] > bounds[3];
        titles(document, m, out->words, out->word_edges, wanted, ends, s->first, column(&c, spec->at_titles));
        mss(spec, s, inputs->size, inputs->colour, column(&c, spec->at_mss), column(&c, spec->at_mss + 1));
        failed = coreex(document, spec, inputs->hidden, s, column(&c, spec->at_coreex),
                        column(&c, spec->at_coreex + 1)) < 0;
    }
    free(wanted);
    return failed ? -1 : 0;
}
