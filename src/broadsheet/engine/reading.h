/* The inputs of a network. network.h includes this file once for each kind of processor, with NAME(x) as the name of each
 * function, TARGET as its compiler attribute, and LANES as the number of floats in a vector.
 */

/* sum += `many` numbers of a table. */
INLINE TARGET void NAME(add)(const uint16_t *restrict table, int64_t many, float *restrict sum)
{
    for (int64_t j = 0; j < many; j++)
        sum[j] += single(table[j]);
}

/* Write the columns of `rows` segments, one row per segment, without those that are 0 for all: standardised and clipped,
 * minus the scaled 0. `which` gets the offsets of their weights in a panel. Returns the number of columns. */
INLINE TARGET int64_t NAME(put_columns)(const struct network *net, const struct seen *seen, const struct work *work,
                                        int64_t first, const int rows)
{
    int64_t used = 0;
    float least = -net->cut, most = net->cut;
    for (int64_t j = 0; j < net->columns; j++) {
        const float *column = seen->columns + j * seen->all + first;
        float *to = work->inputs + used, mean = net->mean[j], scale = net->scale[j], zero = net->zero[j];
        uint64_t bits[MOST_ROWS / 2] = {0}, any = 0; /* two numbers each */
        __builtin_prefetch(column + COLUMNS_AHEAD * seen->all);
        __builtin_prefetch(column + COLUMNS_AHEAD * seen->all + rows - 1);
        memcpy(bits, column, (size_t)rows * sizeof *column);
        for (int pair = 0; pair < (rows + 1) / 2; pair++)
            any |= bits[pair];
        if (any == 0)
            continue;
        for (int row = 0; row < rows; row++) {
            float value = (column[row] - mean) * scale;
            value = value < least ? least : value;
            to[row * work->stride] = (value > most ? most : value) - zero;
        }
        work->which[used++] = (int32_t)j * PANEL;
    }
    return used;
}

/* The sum of the embeddings of each element's known names, divided by the square root of their number. */
static TARGET void NAME(sum_names)(const struct network *net, const struct seen *seen, float *restrict out)
{
    int64_t width = sum_of(net->name_widths);
    for (int64_t i = 0; i < seen->elements; i++, out += width) {
        int32_t known = 0, next = i + AHEAD < seen->elements ? seen->of[i + AHEAD] : seen->of[seen->elements];
        if (next < seen->of[seen->elements])
            for (int64_t at = 0; at < width; at += LINE / (int64_t)sizeof *net->names)
                __builtin_prefetch(net->names + seen->names[next] * width + at);
        memset(out, 0, (size_t)width * sizeof *out);
        for (int32_t at = seen->of[i]; at < seen->of[i + 1]; at++)
            if (seen->names[at] != 0) {
                NAME(add)(net->names + seen->names[at] * width, width, out);
                known++;
            }
        if (known > 1) {
            float by = 1 / square_root((float)known);
            for (int64_t j = 0; j < width; j++)
                out[j] *= by;
        }
    }
}

/* Write the sum of the vectors of each group of elements around a segment. */
INLINE TARGET void NAME(put_names)(const struct network *net, const float *vectors, const int32_t *around, float *restrict x)
{
    int64_t width = sum_of(net->name_widths);
    for (int group = 0; group < 4; group++) {
        int64_t many = net->name_widths[group];
        memset(x, 0, (size_t)many * sizeof *x);
        for (int64_t level = 0; level < net->levels[group]; level++) {
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

/* Write the mean embedding of a segment's known words, and the embeddings of its first, second and last word. */
INLINE TARGET void NAME(put_words)(const struct network *net, const int32_t *words, int64_t number, float *restrict x)
{
    int64_t any = net->word_widths[0], ends = sum_of(net->word_widths) - any, offset = 0;
    int32_t known = 0;
    memset(x, 0, (size_t)(any + ends) * sizeof *x);
    for (int64_t at = 0; at < number; at++)
        if (words[at] != 0) {
            NAME(add)(net->any + words[at] * any, any, x);
            known++;
        }
    for (int64_t j = 0; j < any && known > 1; j++)
        x[j] /= (float)known;
    x += any;
    for (int part = 0; part < 3; part++) {
        int64_t many = net->word_widths[part + 1], place = part < 2 ? part : number - 1;
        int32_t word = place >= 0 && place < number ? words[place] : 0;
        if (word != 0)
            NAME(add)(net->ends + word * ends + offset, many, x + offset);
        offset += many;
    }
}

/* Prefetch the embeddings of a segment's words, which are scattered in memory. */
INLINE TARGET void NAME(prefetch_words)(const struct network *net, const struct seen *seen, int64_t segment)
{
    int32_t start = seen->edges[segment], stop = seen->edges[segment + 1];
    int64_t any = net->word_widths[0], ends = sum_of(net->word_widths) - any, offset = 0;
    for (int32_t at = start; at < stop; at++) {
        const char *row = (const char *)(net->any + seen->words[at] * any);
        __builtin_prefetch(row);
        __builtin_prefetch(row + LINE);
    }
    for (int part = 0; part < 3 && part < stop - start; part++) {
        int32_t word = seen->words[part < 2 ? start + part : stop - 1];
        __builtin_prefetch(net->ends + word * ends + offset);
        offset += net->word_widths[part + 1];
    }
}

/* Write the inputs of `rows` segments, one row each, and the offsets of their weights in a panel to `which`. Returns the
 * number of inputs of a segment. */
INLINE TARGET int64_t NAME(put_inputs)(const struct network *net, const struct seen *seen, const struct work *work,
                                       int64_t first, const int rows)
{
    int64_t used = NAME(put_columns)(net, seen, work, first, rows), levels = sum_of(net->levels);
    for (int64_t i = first; i < first + rows; i++) {
        float *to = work->inputs + (i - first) * work->stride + used;
        if (i + AHEAD < seen->segments)
            NAME(prefetch_words)(net, seen, i + AHEAD);
        NAME(put_names)(net, work->vectors, seen->around + i * levels, to);
        NAME(put_words)(net, seen->words + seen->edges[i], seen->edges[i + 1] - seen->edges[i],
                        to + sum_of(net->name_widths));
    }
    for (int64_t j = net->columns; j < net->inputs; j++)
        work->which[used++] = (int32_t)j * PANEL;
    return used;
}
