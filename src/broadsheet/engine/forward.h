/* The network's forward pass, for one kind of processor: included by fusion.c once for each.
 *
 * NAME(x) gives each function its name, TARGET says what processor it is for, LANES how many numbers it works on at once.
 */

typedef float NAME(lanes) __attribute__((vector_size(LANES * sizeof(float)), aligned(sizeof(float))));
typedef int32_t NAME(bits) __attribute__((vector_size(LANES * sizeof(float))));

/* Rows by parts are the sums that are in registers at once: of these a processor has 16, those with 16 lanes 32. */
enum { NAME(ROWS) = LANES == 16 ? 12 : 6, NAME(PARTS) = 2, NAME(STEP) = 2 * LANES };

/* Some rows of a few columns of a product, from column j on: weight is in panels. */
INLINE TARGET void NAME(some_rows)(const int rows, const float *x, int64_t k, const float *weight, int64_t j, int64_t n,
                                   float *out)
{
    const float *from[NAME(PARTS)];
    NAME(lanes) sum[NAME(ROWS)][NAME(PARTS)];
    for (int part = 0; part < NAME(PARTS); part++) {
        from[part] = column_of(weight, k, j + part * LANES);
        for (int row = 0; row < rows; row++)
            sum[row][part] = (NAME(lanes)){0};
    }
    for (int64_t at = 0; at < k; at++) {
        NAME(lanes) by[NAME(PARTS)];
        for (int part = 0; part < NAME(PARTS); part++)
            by[part] = *(const NAME(lanes) *)(from[part] + at * PANEL);
        for (int row = 0; row < rows; row++)
            for (int part = 0; part < NAME(PARTS); part++)
                sum[row][part] += x[row * k + at] * by[part];
    }
    for (int row = 0; row < rows; row++)
        for (int part = 0; part < NAME(PARTS); part++)
            *(NAME(lanes) *)(out + row * n + j + part * LANES) = sum[row][part];
}

/* Some rows of one column. */
INLINE TARGET void NAME(one_column)(const int rows, const float *x, int64_t k, const float *weight, int64_t j, int64_t n,
                                    float *out)
{
    const float *from = column_of(weight, k, j);
    float sum[NAME(ROWS)] = {0};
    for (int64_t at = 0; at < k; at++)
        for (int row = 0; row < rows; row++)
            sum[row] += x[row * k + at] * from[at * PANEL];
    for (int row = 0; row < rows; row++)
        out[row * n + j] = sum[row];
}

/* Where a block of rows begins that has row i in it: the last has some of those before once more, for that is quicker than
 * one by one. */
INLINE TARGET int64_t NAME(first_of)(int64_t i, int64_t m)
{
    return m < NAME(ROWS) || i + NAME(ROWS) <= m ? i : m - NAME(ROWS);
}

/* out = x @ weight, x being m by k and weight k by n, in panels: each is read by all rows while it is in the cache. */
static TARGET void NAME(product)(const float *x, int64_t m, int64_t k, const float *weight, int64_t n, float *out)
{
    int64_t whole = n - n % NAME(STEP);
    for (int64_t j = 0; j < n; j += j < whole ? NAME(STEP) : 1)
        for (int64_t i = 0; i < m; i += m < NAME(ROWS) ? 1 : NAME(ROWS)) {
            int64_t first = NAME(first_of)(i, m);
            const float *from = x + first * k;
            float *to = out + first * n;
            if (j < whole && m < NAME(ROWS))
                NAME(some_rows)(1, from, k, weight, j, n, to);
            else if (j < whole)
                NAME(some_rows)(NAME(ROWS), from, k, weight, j, n, to);
            else if (m < NAME(ROWS))
                NAME(one_column)(1, from, k, weight, j, n, to);
            else
                NAME(one_column)(NAME(ROWS), from, k, weight, j, n, to);
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

/* The exponential function of each number; the error is below 2e-7 of it. Compilers make no such loop of branches. */
INLINE TARGET NAME(lanes) NAME(exponential)(NAME(lanes) x)
{
    const NAME(lanes) none = {0}, least = none - 87.0f, most = none + 88.0f;
    NAME(bits) low = x < least, high = x > most;
    x = (NAME(lanes))(((NAME(bits))x & ~(low | high)) | ((NAME(bits))least & low) | ((NAME(bits))most & high));
    NAME(lanes) whole = x * 1.44269504f + 12582912.0f;
    whole -= 12582912.0f;
    NAME(lanes) rest = x - whole * 0.693359375f;
    rest += whole * 2.12194440e-4f;
    NAME(lanes) sum = 1.0f / 720 + rest * (1.0f / 5040);
    sum = 1.0f / 120 + rest * sum;
    sum = 1.0f / 24 + rest * sum;
    sum = 1.0f / 6 + rest * sum;
    sum = 0.5f + rest * sum;
    sum = 1.0f + rest * sum;
    sum = 1.0f + rest * sum;
    NAME(bits) power = (__builtin_convertvector(whole, NAME(bits)) + 127) << 23;
    return sum * (NAME(lanes))power;
}

/* Some numbers, the last of a row filled up with zeros. */
INLINE TARGET NAME(lanes) NAME(some)(const float *from, int64_t many)
{
    NAME(lanes) out = {0};
    if (many >= LANES)
        return *(const NAME(lanes) *)from;
    memcpy(&out, from, (size_t)many * sizeof *from);
    return out;
}

/* state += value / (1 + exp(-gate)), both with their biases; the gate stands behind the value. */
static TARGET void NAME(gated)(const float *value, const float *bias, int64_t width, float *state)
{
    for (int64_t j = 0; j < width; j += LANES) {
        int64_t left = width - j;
        NAME(lanes) gate = NAME(some)(value + width + j, left) + NAME(some)(bias + width + j, left);
        NAME(lanes) own = NAME(some)(value + j, left) + NAME(some)(bias + j, left);
        own = NAME(some)(state + j, left) + own / (1.0f + NAME(exponential)(-gate));
        if (left >= LANES)
            *(NAME(lanes) *)(state + j) = own;
        else
            memcpy(state + j, &own, (size_t)left * sizeof *state);
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
        const float *bias = net->conv_bias + layer * 2 * width;
        NAME(normal)(h, m, width, net->norm + layer * width, net->norm_bias + layer * width, n);
        NAME(take)(n, m, width, net->taps + layer * 3 * width, net->dilations[layer], t);
        for (int64_t i = 0; i < m; i += BLOCK) {
            int64_t first = NAME(first_of)(i, m), many = m - first < BLOCK ? m - first : BLOCK;
            NAME(product)(t + first * width, many, width, net->conv + layer * width * in_panels(2 * width), 2 * width, z);
            for (int64_t row = i; row < first + many; row++)
                NAME(gated)(z + (row - first) * 2 * width, bias, width, h + row * width);
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
        NAME(product)(page, 1, 2 * width, net->context + contexts * 2 * width * in_panels(width), width, told);
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
