/* The network's forward pass. network.h includes this file once for each kind of processor, after reading.h. */

typedef float NAME(lanes) __attribute__((vector_size(LANES * sizeof(float)), aligned(sizeof(float))));
typedef uint32_t NAME(bits) __attribute__((vector_size(LANES * sizeof(float))));

/* ROWS times PARTS sums are kept in vector registers: processors have 16, those with 16 lanes have 32. */
enum { NAME(ROWS) = LANES == 16 ? MOST_ROWS : MOST_ROWS / 2, NAME(PARTS) = 2, NAME(STEP) = 2 * LANES };

/* Rows of a product, for a few columns from j on. x has `used` numbers per row, and rows `stride` apart; weight is k by
 * n, in panels. Number `at` of a row is multiplied by row `at` of the weight, or with `is_sparse` by the row that begins
 * `which[at]` numbers after the beginning of each panel. */
INLINE TARGET void NAME(block_product)(const int rows, const float *x, const int64_t stride, int64_t used,
                                       const int is_sparse, const int32_t *which, const float *weight, int64_t k, int64_t j,
                                       int64_t n, float *out)
{
    const float *from = column_of(weight, k, j); /* a panel has all parts */
    NAME(lanes) sum[NAME(ROWS)][NAME(PARTS)];
    for (int row = 0; row < rows; row++)
        for (int part = 0; part < NAME(PARTS); part++)
            sum[row][part] = (NAME(lanes)){0};
#pragma GCC unroll 4
    for (int64_t at = 0; at < used; at++) {
        const NAME(lanes) *by = (const NAME(lanes) *)(from + (is_sparse ? which[at] : PANEL * at));
        for (int row = 0; row < rows; row++)
            for (int part = 0; part < NAME(PARTS); part++)
                sum[row][part] += x[row * stride + at] * by[part];
    }
    for (int row = 0; row < rows; row++)
        for (int part = 0; part < NAME(PARTS); part++) {
            int64_t place = j + part * LANES;
            if (n - place >= LANES)
                *(NAME(lanes) *)(out + row * n + place) = sum[row][part];
            else if (n > place)
                memcpy(out + row * n + place, &sum[row][part], (size_t)(n - place) * sizeof *out);
        }
}

/* The first row of a block that includes row i. The last block repeats rows of the one before it, which is faster than single
 * rows. */
INLINE TARGET int64_t NAME(block_start)(int64_t i, int64_t m)
{
    return m < NAME(ROWS) || i + NAME(ROWS) <= m ? i : m - NAME(ROWS);
}

/* out = x @ weight, with m rows in x. Each panel serves all rows while it is in the cache. */
INLINE TARGET void NAME(product)(const float *x, const int64_t stride, int64_t used, const int is_sparse,
                                 const int32_t *which, int64_t m, const float *weight, int64_t k, const int64_t n, float *out)
{
    for (int64_t j = 0; j < n; j += NAME(STEP))
        for (int64_t i = 0; i < m; i += m < NAME(ROWS) ? 1 : NAME(ROWS)) {
            int64_t first = NAME(block_start)(i, m);
            const float *from = x + first * stride;
            float *to = out + first * n;
            if (m < NAME(ROWS))
                NAME(block_product)(1, from, stride, used, is_sparse, which, weight, k, j, n, to);
            else
                NAME(block_product)(NAME(ROWS), from, stride, used, is_sparse, which, weight, k, j, n, to);
        }
}

/* Load a vector of at most `many` numbers, padded with zeros. */
INLINE TARGET NAME(lanes) NAME(load)(const float *from, int64_t many)
{
    NAME(lanes) out = {0};
    if (many >= LANES)
        return *(const NAME(lanes) *)from;
    memcpy(&out, from, (size_t)many * sizeof *from);
    return out;
}

/* The dot product of x and y; the sum of x if y is NULL. */
INLINE TARGET float NAME(dot)(const float *x, const float *y, int64_t many)
{
    NAME(lanes) sums[2] = {{0}, {0}};
    for (int64_t j = 0, which = 0; j < many; j += LANES, which = !which) {
        NAME(lanes) part = NAME(load)(x + j, many - j);
        sums[which] += y == NULL ? part : part * NAME(load)(y + j, many - j);
    }
    sums[0] += sums[1];
    for (int half = LANES / 2; half > 0; half /= 2)
        for (int l = 0; l < half; l++)
            sums[0][l] += sums[0][l + half];
    return sums[0][0];
}

/* Layer normalisation of each row of h. */
INLINE TARGET void NAME(normalise)(const float *restrict h, int64_t m, const int64_t width, const float *restrict weight,
                                   const float *restrict bias, float *restrict out)
{
    for (int64_t i = 0; i < m; i++, h += width, out += width) {
        float mean = NAME(dot)(h, NULL, width) / (float)width;
        for (int64_t j = 0; j < width; j++)
            out[j] = h[j] - mean;
        float by = 1 / square_root(NAME(dot)(out, out, width) / (float)width + 1e-5f);
        for (int64_t j = 0; j < width; j++)
            out[j] = out[j] * by * weight[j] + bias[j];
    }
}

/* The exponential function of each number, with a relative error below 1e-5, and below 3e-7 near 0; 0 below -87, and infinity
 * above 87. */
INLINE TARGET NAME(lanes) NAME(exponential)(NAME(lanes) x)
{
    const NAME(lanes) none = {0}, most = none + 126.0f, infinite = none + INFINITY;
    x *= 1.44269504f; /* as a power of 2 */
    NAME(bits) low = (NAME(bits))(x < -most), high = (NAME(bits))(x > most);
    NAME(lanes) whole = x + 12582912.0f; /* its lowest bits are the nearest integer */
    NAME(lanes) rest = x - (whole - 12582912.0f);
    NAME(lanes) sum = 0.00967554154f + rest * 0.00132764717f;
    sum = 0.0555071328f + rest * sum;
    sum = 0.240221197f + rest * sum;
    sum = 0.693146967f + rest * sum;
    sum = 1.00000007f + rest * sum;
    NAME(bits) out = (NAME(bits))sum + ((NAME(bits))whole << 23);
    return (NAME(lanes))((out & ~(low | high)) | ((NAME(bits))infinite & high));
}

/* state += value / (1 + exp(-gate)), both with their biases; the gate follows the value in memory. */
INLINE TARGET void NAME(gated)(const float *value, const float *bias, const int64_t width, float *state)
{
    for (int64_t j = 0; j < width; j += LANES) {
        int64_t left = width - j;
        NAME(lanes) gate = NAME(load)(value + width + j, left) + NAME(load)(bias + width + j, left);
        NAME(lanes) own = NAME(load)(value + j, left) + NAME(load)(bias + j, left);
        own = NAME(load)(state + j, left) + own / (1.0f + NAME(exponential)(-gate));
        if (left >= LANES)
            *(NAME(lanes) *)(state + j) = own;
        else
            memcpy(state + j, &own, (size_t)left * sizeof *state);
    }
}

/* Weighted sums of three states: the one `far` before, the state itself, and the one `far` after it; `none`, which is 0, beyond
 * the page. */
INLINE TARGET void NAME(convolve)(const float *restrict t, int64_t m, const int64_t width, const float *restrict taps,
                                  int64_t far, const float *restrict none, float *restrict out)
{
    for (int64_t i = 0; i < m; i++, out += width) {
        const float *own = t + i * width, *before = i >= far ? own - far * width : none,
                    *behind = i + far < m ? own + far * width : none;
        for (int64_t j = 0; j < width; j++)
            out[j] = own[j] * taps[width + j] + before[j] * taps[j] + behind[j] * taps[2 * width + j];
    }
}

/* The first layer: each segment's state. */
INLINE TARGET void NAME(first)(const struct network *net, const struct seen *seen, const struct work *work,
                               const int64_t width, const int64_t stride)
{
    int64_t m = seen->segments;
    NAME(sum_names)(net, seen, work->vectors);
    for (int64_t i = 0; i < m; i += m < NAME(ROWS) ? 1 : NAME(ROWS)) {
        int64_t first = NAME(block_start)(i, m), rows = m < NAME(ROWS) ? 1 : NAME(ROWS);
        int64_t used = rows == 1 ? NAME(put_inputs)(net, seen, work, first, 1)
                                 : NAME(put_inputs)(net, seen, work, first, NAME(ROWS));
        float *state = work->state + first * width;
        NAME(product)(work->inputs, stride, used, 1, work->which, rows, net->input, net->inputs, width, state);
        for (int64_t row = 0; row < rows; row++)
            for (int64_t j = 0; j < width; j++) {
                float value = state[row * width + j] + net->input_bias[j];
                state[row * width + j] = value > 0 ? value : 0;
            }
    }
}

/* The logit of each segment, for a width and a stride that may be constants. */
INLINE TARGET void NAME(layers)(const struct network *net, const struct seen *seen, const struct work *work,
                                const int64_t width, const int64_t stride)
{
    int64_t m = seen->segments, contexts = 0;
    float *restrict h = work->state, *restrict t = work->convolved, *restrict z = work->block, *restrict page = work->page;
    memset(page + 3 * width, 0, (size_t)width * sizeof *page);
    NAME(first)(net, seen, work, width, stride);
    for (int64_t layer = 0; layer < net->layers; layer++) {
        const float *bias = net->conv_bias + layer * 2 * width;
        NAME(normalise)(h, m, width, net->norm + layer * width, net->norm_bias + layer * width, work->normal);
        NAME(convolve)(work->normal, m, width, net->taps + layer * 3 * width, net->dilations[layer], page + 3 * width, t);
        for (int64_t i = 0; i < m; i += BLOCK) {
            int64_t first = NAME(block_start)(i, m), many = m - first < BLOCK ? m - first : BLOCK;
            NAME(product)(t + first * width, width, width, 0, NULL, many,
                          net->conv + layer * width * in_panels(2 * width), width, 2 * width, z);
            for (int64_t row = i; row < first + many; row++)
                NAME(gated)(z + (row - first) * 2 * width, bias, width, h + row * width);
        }
        if (contexts == net->contexts || net->after[contexts] != layer)
            continue;
        float *restrict most = page + width, *restrict context = most + width;
        memset(page, 0, (size_t)width * sizeof *page);
        memcpy(most, h, (size_t)width * sizeof *most);
        for (int64_t i = 0; i < m; i++)
            for (int64_t j = 0; j < width; j++) {
                float state = h[i * width + j];
                page[j] += work->share[i] * state;
                most[j] = state > most[j] ? state : most[j];
            }
        NAME(product)(page, 2 * width, 2 * width, 0, NULL, 1, net->context + contexts * 2 * width * in_panels(width),
                      2 * width, width, context);
        for (int64_t j = 0; j < width; j++) {
            context[j] += net->context_bias[contexts * width + j];
            context[j] = context[j] > 0 ? context[j] : 0;
        }
        for (int64_t i = 0; i < m; i++)
            for (int64_t j = 0; j < width; j++)
                h[i * width + j] += context[j];
        contexts++;
    }
    NAME(normalise)(h, m, width, net->norm + net->layers * width, net->norm_bias + net->layers * width, t);
    for (int64_t i = 0; i < m; i++)
        work->logit[i] = NAME(dot)(t + i * width, net->output, width) + net->output_bias;
}

/* The logit of each segment. Loops of constant lengths need far fewer instructions. */
static TARGET void NAME(forward)(const struct network *net, const struct seen *seen, const struct work *work)
{
    if (net->width == USUAL_WIDTH && work->stride == USUAL_INPUTS)
        NAME(layers)(net, seen, work, USUAL_WIDTH, USUAL_INPUTS);
    else
        NAME(layers)(net, seen, work, net->width, work->stride);
}
