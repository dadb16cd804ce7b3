/* The networks, and what they read.
 *
 * Included by kernel.c. */

/* The exponential function; the error is below 2e-7 of it. */
INLINE float exponential(float x)
{
    x = x < -87.0f ? -87.0f : x > 88.0f ? 88.0f : x;
    float whole = x * 1.44269504f + 12582912.0f;
    whole -= 12582912.0f;
    float rest = x - whole * 0.693359375f;
    rest += whole * 2.12194440e-4f;
    float sum = 1.0f / 720 + rest * (1.0f / 5040);
    sum = 1.0f / 120 + rest * sum;
    sum = 1.0f / 24 + rest * sum;
    sum = 1.0f / 6 + rest * sum;
    sum = 0.5f + rest * sum;
    sum = 1.0f + rest * sum;
    sum = 1.0f + rest * sum;
    int32_t bits = ((int32_t)whole + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return sum * power;
}

INLINE float square_root(float x) { return __builtin_sqrtf(x); }

/* The arrays of network.py, those of several layers one after the other. */
struct network {
    int64_t inputs, width, layers, contexts;
    const int64_t *dilations, *after;
    const float *input, *input_bias, *taps, *conv, *conv_bias, *norm, *norm_bias, *context, *context_bias, *output;
    float output_bias;
};

#define NAME(name) name##_4
#define TARGET
#define LANES 4
#include "forward.h"

/* Processors with wider vectors: which there is, is asked when the program runs. */
#if defined(__x86_64__) && defined(__GNUC__)
#define ASKED
#undef NAME
#undef TARGET
#undef LANES
#define NAME(name) name##_8
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#include "forward.h"
#undef NAME
#undef TARGET
#undef LANES
#define NAME(name) name##_16
#define TARGET __attribute__((target("avx512f,avx2,fma")))
#define LANES 16
#include "forward.h"
#endif

/* The logit of each of m segments, on a processor with vectors of `lanes` numbers; 0 for the widest that there are.
 *
 * x is m by inputs; share is what each segment weighs in the page's mean. What is worked in: h, n and t, m by width each,
 * z, ROWS_16 by 2 width, and page, 3 width. Returns how many lanes it took. */
int64_t forward(const struct network *net, const float *x, const float *share, int64_t m, float *h, float *n, float *t,
                float *z, float *page, float *logit, int64_t lanes)
{
#ifdef ASKED
    if ((lanes == 0 || lanes == 16) && __builtin_cpu_supports("avx512f")) {
        forward_16(net, x, share, m, h, n, t, z, page, logit);
        return 16;
    }
    if ((lanes == 0 || lanes == 8) && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        forward_8(net, x, share, m, h, n, t, z, page, logit);
        return 8;
    }
#endif
    (void)lanes;
    forward_4(net, x, share, m, h, n, t, z, page, logit);
    return 4;
}

/* ---- What the network reads ---- */

enum { AHEAD = 4, LINE = 16 }; /* segments, and numbers of a line of the cache */

/* Columns, a row each, as rows of x: scaled to mean 0 and deviation 1, and cut. A row of x has `stride` numbers. */
static void scale(const float *columns, int64_t many, int64_t m, const float *mean, const float *deviation, float cut, float *x,
           int64_t stride)
{
    enum { TILE = 16 };
    for (int64_t from = 0; from < m; from += TILE) {
        int64_t until = from + TILE < m ? from + TILE : m;
        for (int64_t j = 0; j < many; j++)
            for (int64_t i = from; i < until; i++) {
                float value = (columns[j * m + i] - mean[j]) / deviation[j];
                x[i * stride + j] = value < -cut ? -cut : value > cut ? cut : value;
            }
    }
}

/* For each of some lists of known words, some of 0 for those that are not known, the sum of their vectors, divided by
 * the root of how many are known. */
void sum_names(const int32_t *numbers, const int32_t *edges, int64_t lists, const float *vectors, int64_t width,
               float *out)
{
    for (int64_t i = 0; i < lists; i++, out += width) {
        int32_t known = 0;
        memset(out, 0, (size_t)width * sizeof *out);
        for (int32_t at = edges[i]; at < edges[i + 1]; at++) {
            if (numbers[at] == 0)
                continue;
            const float *vector = vectors + numbers[at] * width;
            for (int64_t j = 0; j < width; j++)
                out[j] += vector[j];
            known++;
        }
        if (known > 1) {
            float by = 1 / square_root((float)known);
            for (int64_t j = 0; j < width; j++)
                out[j] *= by;
        }
    }
}

/* What the network reads besides columns, and tables to it. */
struct inputs {
    const int32_t *around;   /* rows of `elements`, of which row 0 is nothing: for each segment, all levels */
    const float *elements;   /* a vector each, of as many numbers as the widths of names together */
    const int32_t *words;    /* rows of `vectors`, 0 for a word that is not known */
    const int32_t *edges;    /* where each segment's words begin and, last, end */
    const float *vectors;    /* a vector each, of as many numbers as the widths of words together */
    int64_t levels[4], name_widths[4], word_widths[4];
};

/* For each group of elements around a segment, the sum of their stretch of the vectors. */
static void add_names(const struct inputs *in, const int32_t *around, int64_t width, float *x)
{
    int64_t first = 0;
    memset(x, 0, (size_t)width * sizeof *x);
    for (int group = 0; group < 4; group++) {
        int64_t many = in->name_widths[group];
        for (int64_t level = 0; level < in->levels[group]; level++) {
            int32_t number = *around++;
            if (number == 0)
                continue;
            const float *vector = in->elements + number * width + first;
            for (int64_t j = 0; j < many; j++)
                x[first + j] += vector[j];
        }
        first += many;
    }
}

/* The mean of the first part of the vectors of a segment's known words, and one part each of those of its first, second
 * and last word. */
static void add_words(const struct inputs *in, int32_t start, int32_t stop, int64_t width, float *x)
{
    int32_t known = 0, place[3] = {start, start + 1, stop - 1};
    int64_t any = in->word_widths[0], from = any;
    memset(x, 0, (size_t)width * sizeof *x);
    for (int32_t at = start; at < stop; at++) {
        if (in->words[at] == 0)
            continue;
        const float *vector = in->vectors + in->words[at] * width;
        for (int64_t j = 0; j < any; j++)
            x[j] += vector[j];
        known++;
    }
    for (int64_t j = 0; j < any && known > 1; j++)
        x[j] /= (float)known;
    for (int part = 0; part < 3; part++) {
        int64_t many = in->word_widths[part + 1];
        if (stop - start > (part == 1) && in->words[place[part]] != 0)
            memcpy(x + from, in->vectors + in->words[place[part]] * width + from, (size_t)many * sizeof *x);
        from += many;
    }
}

/* Fill x, whose rows have the columns, what names say, and what words say; the columns only if `whole`. */
void fill_inputs(const struct inputs *in, const float *columns, int64_t many, int64_t m, const float *mean,
                 const float *deviation, float cut, int32_t whole, float *x)
{
    int64_t names = 0, words = 0, levels = 0;
    for (int part = 0; part < 4; part++) {
        names += in->name_widths[part];
        words += in->word_widths[part];
        levels += in->levels[part];
    }
    int64_t stride = many + names + words;
    if (whole)
        scale(columns, many, m, mean, deviation, cut, x, stride);
    for (int64_t i = 0; i < m; i++, x += stride) {
        /* The vectors of words lie far apart. */
        for (int32_t at = i + AHEAD < m ? in->edges[i + AHEAD] : 0; i + AHEAD < m && at < in->edges[i + AHEAD + 1]; at++) {
            const float *vector = in->vectors + in->words[at] * words;
            __builtin_prefetch(vector);
            __builtin_prefetch(vector + LINE);
        }
        add_names(in, in->around + i * levels, names, x + many);
        add_words(in, in->edges[i], in->edges[i + 1], words, x + many + names);
    }
}
