/* The networks, and what they read.
 *
 * Included by fusion.c. */

INLINE float square_root(float x) { return __builtin_sqrtf(x); }

/* Weights are in panels of some columns, one after the other, the last filled up with zeros: what is multiplied at once lies
 * together, where rows of all columns would meet in a few sets of the cache. */
enum { PANEL = 16, BLOCK = 48 }; /* columns, and segments that go through a layer at once */

/* How many columns some columns are in panels. */
INLINE int64_t in_panels(int64_t columns) { return (columns + PANEL - 1) / PANEL * PANEL; }

/* The number of column j in the first row of a weight with k rows. */
INLINE const float *column_of(const float *weight, int64_t k, int64_t j)
{
    return weight + j / PANEL * k * PANEL + j % PANEL;
}

/* The arrays of network.py, those of several layers one after the other. */
struct network {
    int64_t inputs, width, layers, contexts;
    const int64_t *dilations, *after;
    const float *input, *input_bias, *taps, *conv, *conv_bias, *norm, *norm_bias, *context, *context_bias, *output;
    float output_bias;
};

/* What a network reads of words: the same for all pages. Rows of the tables are of half precision or single; the first of
 * each is 0 and stands for what is not known. */
struct reading {
    int64_t columns;               /* of a segment */
    const float *mean, *deviation; /* of each column */
    const void *names;             /* of each name, four stretches */
    const void *any, *ends;        /* of each word, what it says anywhere; and as the first, the second, the last one */
    int64_t levels[4], name_widths[4], word_widths[4];
    float cut;
    int32_t bytes;                 /* of a number of the tables: 2 or 4 */
};

/* A place of one of the tables. */
INLINE const char *place_in(const struct reading *read, const void *table, int64_t at)
{
    return (const char *)table + at * read->bytes;
}

/* What they read of a page. */
struct seen {
    int64_t segments;
    const float *columns;   /* a row for each column */
    const int32_t *around;  /* the elements around each segment, from 1, 0 for none: all levels */
    const int32_t *names;   /* rows of `names`: the words of each element, one after the other */
    const int32_t *of;      /* where those of each element begin and, last, end; the first has none */
    int64_t elements;
    const int32_t *words;   /* rows of `any` and `ends`: the words of each segment */
    const int32_t *edges;   /* where those of each segment begin and, last, end */
};

enum { AHEAD = 4, LINE = 64 }; /* segments, and bytes of a line of the cache */

/* A number of half precision as a single one. */
INLINE float single(uint16_t half)
{
    uint32_t bits = (uint32_t)(half & 0x7FFF) << 13;
    float out;
    memcpy(&out, &bits, sizeof out);
    out *= 0x1p112f;
    memcpy(&bits, &out, sizeof bits);
    bits |= (uint32_t)(half & 0x8000) << 16;
    memcpy(&out, &bits, sizeof out);
    return out;
}

#define NAME(name) name##_4
#define TARGET
#define LANES 4
#include "forward.h"
#include "reading.h"

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
#include "reading.h"
#undef NAME
#undef TARGET
#undef LANES
#define NAME(name) name##_16
#define TARGET __attribute__((target("avx512f,avx2,fma")))
#define LANES 16
#include "forward.h"
#include "reading.h"
#endif

/* The widest vectors that the processor has, of `lanes` numbers at the most; 0 for any. */
static int64_t widest(int64_t lanes)
{
#ifdef ASKED
    if ((lanes == 0 || lanes >= 16) && __builtin_cpu_supports("avx512f"))
        return 16;
    if ((lanes == 0 || lanes >= 8) && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return 8;
#endif
    (void)lanes;
    return 4;
}

/* The logit of each of m segments, on a processor with vectors of `lanes` numbers; 0 for the widest that there are.
 *
 * x is m by inputs; share is what each segment weighs in the page's mean. Returns how many lanes it took; -1 if there is no
 * memory. */
API int64_t forward(const struct network *net, const float *x, const float *share, int64_t m, float *logit, int64_t lanes)
{
    int64_t state = m * net->width;
    float *h = malloc((size_t)(3 * state + (2 * BLOCK + 3) * net->width) * sizeof *h);
    if (h == NULL)
        return -1;
    float *n = h + state, *t = n + state, *z = t + state, *page = z + 2 * BLOCK * net->width;
    lanes = widest(lanes);
#ifdef ASKED
    if (lanes == 16)
        forward_16(net, x, share, m, h, n, t, z, page, logit);
    else if (lanes == 8)
        forward_8(net, x, share, m, h, n, t, z, page, logit);
    else
#endif
        forward_4(net, x, share, m, h, n, t, z, page, logit);
    free(h);
    return lanes;
}

/* Fill x, segments by inputs: columns, scaled to mean 0 and deviation 1 and cut, unless they are there already; what names
 * say, and what words say. Returns how many lanes it took, or -1, as `forward`. */
API int64_t fill_inputs(const struct reading *read, const struct seen *seen, float *x, int32_t scaled, int64_t lanes)
{
    int64_t numbers = 0;
    for (int group = 0; group < 4; group++)
        numbers += read->name_widths[group];
    float *vectors = malloc((size_t)(seen->elements * numbers) * sizeof *vectors + 1);
    if (vectors == NULL)
        return -1;
    lanes = widest(lanes);
#ifdef ASKED
    if (lanes == 16)
        fill_16(read, seen, vectors, x, scaled);
    else if (lanes == 8)
        fill_8(read, seen, vectors, x, scaled);
    else
#endif
        fill_4(read, seen, vectors, x, scaled);
    free(vectors);
    return lanes;
}

/* What the probabilities of m segments add up to, weighed by their characters: of those that are kept, of all; the
 * characters of those that are kept, of all; how far those above `low` / 2 are from one half, and their characters; the
 * characters of those between `low` and `high`; how many are kept, in how many runs; and the characters of the longest of
 * these. */
API void weigh(const double *probability, const uint8_t *kept, const int32_t *chars, int64_t m, double low, double high,
           double *out)
{
    double right = 0, wanted = 0, given = 0, total = 0, far = 0, near = 0, doubtful = 0, longest = 0;
    int64_t count = 0, runs = 0;
    for (int64_t i = 0; i < m; i++) {
        double p = probability[i], weight = chars[i], hoped = p * weight;
        wanted += hoped;
        total += weight;
        if (p > low / 2) {
            far += fabs(2 * hoped - weight);
            near += weight;
        }
        if (p > low && p < high)
            doubtful += weight;
        if (kept[i]) {
            right += hoped;
            given += weight;
            count++;
            runs += i == 0 || !kept[i - 1];
            longest = weight > longest ? weight : longest;
        }
    }
    double all[] = {right, wanted, given, total, far, near, doubtful, (double)count, (double)runs, longest};
    memcpy(out, all, sizeof all);
}
