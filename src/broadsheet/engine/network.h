/* The networks and their inputs.
 *
 * Included by fusion.c. */

INLINE float square_root(float x) { return __builtin_sqrtf(x); }

/* Weights are stored in panels of PANEL columns, the last padded with zeros, so that numbers used together are adjacent: whole
 * rows would compete for a few sets of the cache. */
enum { PANEL = 32, BLOCK = 48 }; /* columns; segments that go through a layer at once */

/* The number of columns with padding. */
INLINE int64_t in_panels(int64_t columns) { return (columns + PANEL - 1) / PANEL * PANEL; }

/* The address of column j in the first row of a weight with k rows. */
INLINE const float *column_of(const float *weight, int64_t k, int64_t j)
{
    return weight + j / PANEL * k * PANEL + j % PANEL;
}

/* A network: the arrays of network.py, those of several layers concatenated. Embeddings are in half precision; the first row
 * of each table is 0 and stands for unknown words. */
struct network {
    int64_t columns, inputs, width, layers, contexts;
    int64_t levels[4], name_widths[4], word_widths[4];
    const float *mean, *scale;     /* of each column; scale: 1 / deviation */
    const float *zero;             /* the scaled value of 0, which the bias includes */
    const uint16_t *names;         /* embeddings of names, for four groups of elements */
    const uint16_t *any, *ends;    /* embeddings of words: in any position; as first, second and last word */
    const int64_t *dilations, *after;
    const float *input, *input_bias, *taps, *conv, *conv_bias, *norm, *norm_bias, *context, *context_bias, *output;
    float output_bias, cut;
};

/* The evidence of a page. */
struct seen {
    int64_t segments, all;  /* all: distance between columns */
    const float *columns;   /* one row per column */
    const int32_t *chars;   /* of each segment */
    const int32_t *around;  /* the elements around each segment at all levels, from 1, 0 for none */
    const int32_t *names;   /* rows of `names` for the words of all elements */
    const int32_t *of;      /* offsets of each element's words; the first element has none */
    int64_t elements;
    const int32_t *words;   /* rows of `any` and `ends` for the words of all segments */
    const int32_t *edges;   /* offsets of each segment's words */
};

/* Scratch space of a network. */
struct work {
    float *state, *normal, *convolved; /* segments by width */
    float *block;                      /* BLOCK by twice the width */
    float *page;                       /* four times the width; the last quarter is 0 */
    float *inputs;                     /* MOST_ROWS by `stride`: inputs of the first layer */
    int64_t stride;
    int32_t *which;                    /* offsets of their weights in a panel */
    float *vectors;                    /* of elements */
    float *share, *logit;              /* of each segment; share: its weight in the page's mean */
};

enum { AHEAD = 4, COLUMNS_AHEAD = 12 };             /* segments, and columns, whose inputs are prefetched */
enum { LINE = 64, MOST_ROWS = 12 };                 /* bytes of a cache line, and rows in registers */
enum { USUAL_WIDTH = 64, USUAL_INPUTS = 384 };      /* as constants they allow better code */

/* A half-precision number in single precision. */
INLINE float single(uint16_t half)
{
    uint32_t bits = ((uint32_t)(int16_t)half << 13) & 0x8FFFE000u; /* the sign stays the highest bit */
    float out;
    memcpy(&out, &bits, sizeof out);
    return out * 0x1p112f;
}

INLINE int64_t sum_of(const int64_t numbers[4]) { return numbers[0] + numbers[1] + numbers[2] + numbers[3]; }

#define NAME(name) name##_4
#define TARGET
#define LANES 4
#include "reading.h"
#include "forward.h"

/* Code for wider vectors, chosen at run time. */
#if defined(__x86_64__) && defined(__GNUC__)
#define WIDE_VECTORS
#undef NAME
#undef TARGET
#undef LANES
#define NAME(name) name##_8
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#include "reading.h"
#include "forward.h"
#undef NAME
#undef TARGET
#undef LANES
#define NAME(name) name##_16
#define TARGET __attribute__((target("avx512f,avx2,fma")))
#define LANES 16
#include "reading.h"
#include "forward.h"
#endif

/* The widest vectors of the processor, up to `lanes` numbers; 0 for no limit. */
static int64_t widest(int64_t lanes)
{
#ifdef WIDE_VECTORS
    if ((lanes == 0 || lanes >= 16) && __builtin_cpu_supports("avx512f"))
        return 16;
    if ((lanes == 0 || lanes >= 8) && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return 8;
#endif
    (void)lanes;
    return 4;
}

/* Compute the logits of the segments. */
static void logits(const struct network *net, const struct seen *seen, const struct work *work, int64_t lanes)
{
    double sum = 0;
    for (int64_t i = 0; i < seen->segments; i++)
        sum += log_of(seen->chars[i]);
    for (int64_t i = 0; i < seen->segments; i++)
        work->share[i] = (float)(log_of(seen->chars[i]) / sum);
#ifdef WIDE_VECTORS
    if (lanes == 16)
        forward_16(net, seen, work);
    else if (lanes == 8)
        forward_8(net, seen, work);
    else
#endif
        forward_4(net, seen, work);
    (void)lanes;
}

/* Add the logits of a network to `total`, the sums over the networks so far, and compute each segment's probability from the
 * mean over `members` networks. Pages of more than `most` segments are computed in parts, to bound memory.
 *
 * `lanes` is the maximal number of floats in a vector, 0 for no limit. Returns the number used; -1 if memory runs out. */
API int64_t score(const struct network *net, const struct seen *seen, int64_t most, int64_t members, double *total,
                  double *probability, int64_t lanes)
{
    int64_t m = seen->segments < most ? seen->segments : most, width = net->width, state = m * width;
    int64_t stride = net->inputs < USUAL_INPUTS ? USUAL_INPUTS : net->inputs;
    int64_t numbers = 3 * state + (2 * BLOCK + 4) * width + (MOST_ROWS + 1) * stride +
                      seen->elements * sum_of(net->name_widths) + 2 * m;
    struct work work = {.state = malloc((size_t)numbers * sizeof(float)), .stride = stride};
    if (work.state == NULL)
        return -1;
    work.normal = work.state + state;
    work.convolved = work.normal + state;
    work.block = work.convolved + state;
    work.page = work.block + 2 * BLOCK * width;
    work.inputs = work.page + 4 * width;
    work.which = (int32_t *)(work.inputs + MOST_ROWS * stride);
    work.vectors = (float *)(work.which + stride);
    work.share = work.vectors + seen->elements * sum_of(net->name_widths);
    work.logit = work.share + m;
    lanes = widest(lanes);
    for (int64_t from = 0; from < seen->segments; from += m) {
        struct seen part = *seen;
        part.segments = seen->segments - from < m ? seen->segments - from : m;
        part.columns += from;
        part.chars += from;
        part.around += from * sum_of(net->levels);
        part.edges += from;
        logits(net, &part, &work, lanes);
        for (int64_t i = 0; i < part.segments; i++) {
            total[from + i] += work.logit[i];
            probability[from + i] = 1 / (1 + exp(total[from + i] / (double)-members));
        }
    }
    free(work.state);
    return lanes;
}

/* The eleven features of the confidence in a page's text, in the order of method.py. `kept` flags segments. A segment
 * is doubtful if its probability is between two limits. */
API void signs(const double *probability, const uint8_t *kept, const int32_t *chars, int64_t m, double low, double high,
               double out[11])
{
    double total = 0, wanted = 0, given = 0, right = 0, far = 0, near = 0, doubtful = 0, longest = 0;
    int64_t runs = 0, many = 0;
    for (int64_t i = 0; i < m; i++) {
        double weight = chars[i], hoped = probability[i] * weight;
        total += weight;
        wanted += hoped;
        if (probability[i] > low / 2) {
            near += weight;
            far += fabs(2 * probability[i] - 1) * weight;
        }
        if (probability[i] > low && probability[i] < high)
            doubtful += weight;
        if (!kept[i])
            continue;
        given += weight;
        right += hoped;
        longest = max_of(longest, weight);
        runs += i == 0 || !kept[i - 1];
        many++;
    }
    if (m == 0)
        return;
    out[0] = wanted + given > 0 ? 2 * right / (wanted + given) : 0;
    out[1] = far / max_of(1, near);
    out[2] = min_of(2, doubtful / max_of(1, given));
    out[3] = log_of(given) / 10;
    out[4] = given / total;
    out[5] = right / max_of(1, given);
    out[6] = min_of(2, (wanted - right) / max_of(1, given));
    out[7] = log_of((double)runs);
    out[8] = log_of((double)many) / 5;
    out[9] = given == 0;
    out[10] = log_of(longest) / 10;
}
