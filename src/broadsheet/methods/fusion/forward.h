/* The network's forward pass, for one kind of processor: included by kernel.c once for each.
 *
 * NAME(x) gives each function its name, TARGET says what processor it is for, LANES how many numbers it works on at once.
 */

typedef float NAME(lanes) __attribute__((vector_size(LANES * sizeof(float)), aligned(sizeof(float))));

/* Rows by parts are the sums that are in registers at once: of these a processor has 16, those with 16 lanes 32. */
enum { NAME(ROWS) = LANES == 16 ? 12 : 6, NAME(PARTS) = 2, NAME(STEP) = 2 * LANES };

/* Some rows of a product: out = x @ weight, x having k columns and weight n. */
INLINE TARGET void NAME(some_rows)(const int rows, const float *x, int64_t k, const float *weight, int64_t n, float *out)
{
    int64_t j = 0;
    for (; j + NAME(STEP) <= n; j += NAME(STEP)) {
        NAME(lanes) sum[NAME(ROWS)][NAME(PARTS)];
        for (int row = 0; row < rows; row++)
            for (int part = 0; part < NAME(PARTS); part++)
                sum[row][part] = (NAME(lanes)){0};
        for (int64_t at = 0; at < k; at++) {
            NAME(lanes) by[NAME(PARTS)];
            for (int part = 0; part < NAME(PARTS); part++)
                by[part] = *(const NAME(lanes) *)(weight + at * n + j + part * LANES);
            for (int row = 0; row < rows; row++)
                for (int part = 0; part < NAME(PARTS); part++)
                    sum[row][part] += x[row * k + at] * by[part];
        }
        for (int row = 0; row < rows; row++)
            for (int part = 0; part < NAME(PARTS); part++)
                *(NAME(lanes) *)(out + row * n + j + part * LANES) = sum[row][part];
    }
    for (; j < n; j++) {
        float sum[NAME(ROWS)] = {0};
        for (int64_t at = 0; at < k; at++)
            for (int row = 0; row < rows; row++)
                sum[row] += x[row * k + at] * weight[at * n + j];
        for (int row = 0; row < rows; row++)
            out[row * n + j] = sum[row];
    }
}

/* Where a block of rows begins that has row i in it: the last has some of those before once more, for that is quicker than
 * one by one. */
INLINE TARGET int64_t NAME(first_of)(int64_t i, int64_t m)
{
    return i + NAME(ROWS) <= m ? i : m < NAME(ROWS) ? 0 : m - NAME(ROWS);
}

/* out = x @ weight, x being m by k and weight k by n. */
static TARGET void NAME(product)(const float *x, int64_t m, int64_t k, const float *weight, int64_t n, float *out)
{
    if (m < NAME(ROWS)) {
        for (int64_t i = 0; i < m; i++)
            NAME(some_rows)(1, x + i * k, k, weight, n, out + i * n);
        return;
    }
    for (int64_t i = 0; i < m; i += NAME(ROWS)) {
        int64_t first = NAME(first_of)(i, m);
        NAME(some_rows)(NAME(ROWS), x + first * k, k, weight, n, out + first * n);
    }
}

/* Layer normalisation of each row of h. */
static TARGET void NAME(normal)(const float *restrict h, int64_t m, int64_t width, const float *restrict weight,
                                const float *restrict bias, float *restrict out)
{
    enum { SUMS = 16 };
    for (int64_t i = 0; i < m; i++, h += width, out += width) {
        float sums[SUMS] = {0}, mean = 0, square = 0;
        int64_t j = 0;
        for (; j + SUMS <= width; j += SUMS)
            for (int l = 0; l < SUMS; l++)
                sums[l] += h[j + l];
        for (; j < width; j++)
            mean += h[j];
        for (int l = 0; l < SUMS; l++)
            mean += sums[l];
        mean /= (float)width;
        memset(sums, 0, sizeof sums);
        for (j = 0; j + SUMS <= width; j += SUMS)
            for (int l = 0; l < SUMS; l++)
                sums[l] += (h[j + l] - mean) * (h[j + l] - mean);
        for (; j < width; j++)
            square += (h[j] - mean) * (h[j] - mean);
        for (int l = 0; l < SUMS; l++)
            square += sums[l];
        float by = 1 / square_root(square / (float)width + 1e-5f);
        for (j = 0; j < width; j++)
            out[j] = (h[j] - mean) * by * weight[j] + bias[j];
    }
}

/* What three taps take of the states t: of the one `far` before, the state's own, and the one `far` behind; beyond the
 * page there is nothing. */
static TARGET void NAME(take)(const float *restrict t, int64_t m, int64_t width, const float *restrict taps, int64_t far,
                              float *restrict out)
{
    const float *restrict before = taps, *restrict here = taps + width, *restrict behind = here + width;
    for (int64_t i = 0; i < m; i++) {
        const float *own = t + i * width;
        for (int64_t j = 0; j < width; j++)
            out[i * width + j] = own[j] * here[j];
        if (i >= far)
            for (int64_t j = 0; j < width; j++)
                out[i * width + j] += (own - far * width)[j] * before[j];
        if (i + far < m)
            for (int64_t j = 0; j < width; j++)
                out[i * width + j] += (own + far * width)[j] * behind[j];
    }
}

static TARGET void NAME(forward)(const struct network *net, const float *x, const float *share, int64_t m, float *restrict h,
                                 float *restrict n, float *restrict t, float *restrict z, float *restrict page, float *logit)
{
    int64_t width = net->width, contexts = 0;
    NAME(product)(x, m, net->inputs, net->input, width, h);
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < width; j++) {
            float state = h[i * width + j] + net->input_bias[j];
            h[i * width + j] = state > 0 ? state : 0;
        }
    for (int64_t layer = 0; layer < net->layers; layer++) {
        const float *restrict bias = net->conv_bias + layer * 2 * width;
        NAME(normal)(h, m, width, net->norm + layer * width, net->norm_bias + layer * width, n);
        NAME(take)(n, m, width, net->taps + layer * 3 * width, net->dilations[layer], t);
        for (int64_t i = 0; i < m; i += NAME(ROWS)) {
            int64_t first = NAME(first_of)(i, m), many = m - first < NAME(ROWS) ? m - first : NAME(ROWS);
            NAME(product)(t + first * width, many, width, net->conv + layer * 2 * width * width, 2 * width, z);
            for (int64_t row = i; row < first + many; row++) {
                const float *restrict value = z + (row - first) * 2 * width, *restrict gate = value + width;
                for (int64_t j = 0; j < width; j++)
                    h[row * width + j] += (value[j] + bias[j]) / (1 + exponential(-(gate[j] + bias[width + j])));
            }
        }
        if (contexts == net->contexts || net->after[contexts] != layer)
            continue;
        float *restrict most = page + width, *restrict told = most + width;
        memset(page, 0, (size_t)width * sizeof *page);
        memcpy(most, h, (size_t)width * sizeof *most);
        for (int64_t i = 0; i < m; i++)
            for (int64_t j = 0; j < width; j++) {
                float state = h[i * width + j];
                page[j] += share[i] * state;
                most[j] = state > most[j] ? state : most[j];
            }
        NAME(product)(page, 1, 2 * width, net->context + contexts * 2 * width * width, width, told);
        for (int64_t j = 0; j < width; j++) {
            told[j] += net->context_bias[contexts * width + j];
            told[j] = told[j] > 0 ? told[j] : 0;
        }
        for (int64_t i = 0; i < m; i++)
            for (int64_t j = 0; j < width; j++)
                h[i * width + j] += told[j];
        contexts++;
    }
    NAME(normal)(h, m, width, net->norm + net->layers * width, net->norm_bias + net->layers * width, t);
    NAME(product)(t, m, width, net->output, 1, logit);
    for (int64_t i = 0; i < m; i++)
        logit[i] += net->output_bias;
}
