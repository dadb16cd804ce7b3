/* What titles, MSS and CoreEx say of segments, and the elements around them.
 *
 * Included by fusion.c. */

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
 * two titles. */
API void titles(const struct document *document, int64_t m, const uint64_t *hashes, const int32_t *edges,
                const uint64_t *titles, const int32_t *bounds, const int32_t *first, float *out)
{
    const int32_t *parent = document->columns.parent, *end = document->columns.end, *depth = document->columns.depth;
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
API void mss(int64_t m, const int32_t *chars, const int32_t *links, const double *size, const double *colour,
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
API void around(const struct document *document, int64_t m, const int32_t *first, const int32_t *block,
                int64_t inline_levels, int64_t levels, int32_t *rows, uint8_t *seen)
{
    const int32_t *parent = document->columns.parent;
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
 * `shown` and `hidden` say of each row whether it is; `links` says of each tag whether it is a link. Returns 0; -1 if there
 * is no memory. */
API int32_t coreex(const struct document *document, const uint8_t *shown, const uint8_t *hidden, const uint8_t *links,
                   double threshold, double weight_ratio, double weight_text, int64_t segments, const int32_t *first,
                   const int32_t *block, float *kept, float *scores)
{
    int64_t rows = document->rows;
    const uint16_t *tag = document->columns.tag;
    const int32_t *parent = document->columns.parent, *end = document->columns.end, *depth = document->columns.depth,
                  *words = document->columns.words;
    double *set_text = malloc((size_t)(3 * rows) * sizeof(double) + (size_t)(3 * (rows + 1)) * sizeof(int32_t));
    if (set_text == NULL)
        return -1;
    double *set_link = set_text + rows, *score = set_link + rows;
    int32_t *linked = (int32_t *)(score + rows), *text = linked + rows + 1, *link = text + rows + 1, page_text = 0;
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
    free(set_text);
    return 0;
}
