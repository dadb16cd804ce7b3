/* What the networks read, for one kind of processor: included by network.h once for each, after forward.h. */

/* sum += a stretch of a table. */
INLINE TARGET void NAME(add)(const struct reading *read, const void *table, int64_t at, int64_t many, float *restrict sum)
{
    if (read->bytes == (int32_t)sizeof(uint16_t)) {
        const uint16_t *restrict half = (const uint16_t *)table + at;
        for (int64_t j = 0; j < many; j++)
            sum[j] += single(half[j]);
    } else {
        const float *restrict whole = (const float *)table + at;
        for (int64_t j = 0; j < many; j++)
            sum[j] += whole[j];
    }
}

/* Columns, a row each, as rows of x: scaled to mean 0 and deviation 1, and cut. A row of x has `stride` numbers. */
static TARGET void NAME(scale)(const struct reading *read, const float *columns, int64_t m, float *restrict x,
                               int64_t stride)
{
    enum { TILE = 16 };
    float cut = read->cut, tile[TILE][TILE]; /* so that both are walked through in whole lines of the cache */
    for (int64_t from = 0; from < m; from += TILE)
        for (int64_t first = 0; first < read->columns; first += TILE) {
            int64_t rows = from + TILE < m ? TILE : m - from;
            int64_t many = first + TILE < read->columns ? TILE : read->columns - first;
            for (int64_t j = 0; j < many; j++) {
                const float *restrict column = columns + (first + j) * m + from;
                float mean = read->mean[first + j], deviation = read->deviation[first + j];
                for (int64_t i = 0; i < rows; i++) {
                    float value = (column[i] - mean) / deviation;
                    tile[j][i] = value < -cut ? -cut : value > cut ? cut : value;
                }
            }
            for (int64_t i = 0; i < rows; i++)
                for (int64_t j = 0; j < many; j++)
                    x[(from + i) * stride + first + j] = tile[j][i];
        }
}

/* The sum of the vectors of each element's known names, divided by the root of how many are known. */
static TARGET void NAME(sum_names)(const struct reading *read, const struct seen *seen, int64_t width,
                                   float *restrict out)
{
    for (int64_t i = 0; i < seen->elements; i++, out += width) {
        int32_t known = 0, next = i + AHEAD < seen->elements ? seen->of[i + AHEAD] : seen->of[seen->elements];
        if (next < seen->of[seen->elements])
            for (int64_t byte = 0; byte < width * read->bytes; byte += LINE)
                __builtin_prefetch(place_in(read, read->names, seen->names[next] * width) + byte);
        memset(out, 0, (size_t)width * sizeof *out);
        for (int32_t at = seen->of[i]; at < seen->of[i + 1]; at++)
            if (seen->names[at] != 0) {
                NAME(add)(read, read->names, seen->names[at] * width, width, out);
                known++;
            }
        if (known > 1) {
            float by = 1 / square_root((float)known);
            for (int64_t j = 0; j < width; j++)
                out[j] *= by;
        }
    }
}

/* For each group of elements around a segment, the sum of their stretches. */
INLINE TARGET void NAME(put_names)(const struct reading *read, const float *vectors, const int32_t *around,
                                   int64_t width, float *restrict x)
{
    for (int group = 0; group < 4; group++) {
        int64_t many = read->name_widths[group];
        memset(x, 0, (size_t)many * sizeof *x);
        for (int64_t level = 0; level < read->levels[group]; level++) {
            int32_t number = *around++;
            if (number == 0)
                continue;
            const float *restrict vector = vectors + number * width;
            for (int64_t j = 0; j < many; j++)
                x[j] += vector[j];
        }
        vectors += many;
        x += many;
    }
}

/* The mean of what a segment's known words say anywhere, and what its first, second and last word say there. */
INLINE TARGET void NAME(put_words)(const struct reading *read, const int32_t *words, int64_t number, int64_t ends,
                                   float *restrict x)
{
    int64_t any = read->word_widths[0];
    int32_t known = 0;
    memset(x, 0, (size_t)(any + ends) * sizeof *x);
    for (int64_t at = 0; at < number; at++)
        if (words[at] != 0) {
            NAME(add)(read, read->any, words[at] * any, any, x);
            known++;
        }
    for (int64_t j = 0; j < any && known > 1; j++)
        x[j] /= (float)known;
    x += any;
    int64_t stretch = 0;
    for (int part = 0; part < 3; part++) {
        int64_t many = read->word_widths[part + 1];
        int64_t place = part < 2 ? part : number - 1;
        int32_t word = place >= 0 && place < number ? words[place] : 0;
        if (word != 0)
            NAME(add)(read, read->ends, word * ends + stretch, many, x + stretch);
        stretch += many;
    }
}

/* Have the rows of a segment's words brought near: they lie far apart. */
INLINE TARGET void NAME(ask)(const struct reading *read, const struct seen *seen, int64_t segment, int64_t any, int64_t ends)
{
    int32_t start = seen->edges[segment], stop = seen->edges[segment + 1];
    int64_t stretch = 0;
    for (int32_t at = start; at < stop; at++) {
        const char *row = place_in(read, read->any, seen->words[at] * any);
        __builtin_prefetch(row);
        __builtin_prefetch(row + LINE);
    }
    for (int part = 0; part < 3 && part < stop - start; part++) {
        int32_t word = seen->words[part < 2 ? start + part : stop - 1];
        __builtin_prefetch(place_in(read, read->ends, word * ends + stretch));
        stretch += read->word_widths[part + 1];
    }
}

/* `vectors` is worked in: elements by all numbers of a name. */
static TARGET void NAME(fill)(const struct reading *read, const struct seen *seen, float *vectors, float *x, int32_t scaled)
{
    int64_t m = seen->segments, columns = read->columns, names = 0, words = 0, levels = 0;
    for (int part = 0; part < 4; part++) {
        names += read->name_widths[part];
        words += read->word_widths[part];
        levels += read->levels[part];
    }
    int64_t stride = columns + names + words, any = read->word_widths[0], ends = words - any;
    if (!scaled)
        NAME(scale)(read, seen->columns, m, x, stride);
    NAME(sum_names)(read, seen, names, vectors);
    for (int64_t i = 0; i < m; i++, x += stride) {
        if (i + AHEAD < m)
            NAME(ask)(read, seen, i + AHEAD, any, ends);
        NAME(put_names)(read, vectors, seen->around + i * levels, names, x + columns);
        NAME(put_words)(read, seen->words + seen->edges[i], seen->edges[i + 1] - seen->edges[i], ends, x + columns + names);
    }
}
