/* The networks, and what they read.
 *
 * Included by fusion.c. */

INLINE float square_root(float x) { return __builtin_sqrtf(x); }

/* Weights are stored in panels of some columns, one after the other, the last padded with zeros: numbers used together are
 * adjacent, while whole rows would compete for a few sets of the cache. */
enum { PANEL = 32, BLOCK = 48 }; /* columns, and segments that go through a layer at once */

/* The number of columns with padding. */
INLINE int64_t in_panels(int64_t columns) { return (columns + PANEL - 1) / PANEL * PANEL; }

/* The address of column j in the first row of a weight with k rows. */
INLINE const float *column_of(const float *weight, int64_t k, int64_t j)
{
    return weight + j / PANEL * k * PANEL + j % PANEL;
}

/* A network: the arrays of network.py, those of several layers one after the other. Embeddings are in half precision; the
 * first row of each table is 0 and stands for unknown words. */
struct network {
    int64_t columns, inputs, width, layers, contexts;
    int64_t levels[4], name_widths[4], word_widths[4];
    const float *mean, *scale;     /* of each column; scale: one over the deviation */
    const float *zero;             /* the scaled value of 0, which the bias includes */
    const uint16_t *names;         /* of each name, for four groups of elements */
    const uint16_t *any, *ends;    /* of each word, for any position; as first, second and last word */
    const int64_t *dilations, *after;
    const float *input, *input_bias, *taps, *conv, *conv_bias, *norm, *norm_bias, *context, *context_bias, *output;
    float output_bias, cut;
};

/* The evidence of a page. */
struct seen {
    int64_t segments, all;  /* all: distance between columns */
    const float *columns;   /* a row for each column */
    const int32_t *chars;   /* of each segment */
    const int32_t *around;  /* the elements around each segment, from 1, 0 for none: all levels */
    const int32_t *names;   /* rows of `names`: the words of each element, one after the other */
    const int32_t *of;      /* where those of each element begin and, last, end; the first has none */
    int64_t elements;
    const int32_t *words;   /* rows of `any` and `ends`: the words of each segment */
    const int32_t *edges;   /* where those of each segment begin and, last, end */
};

/* Scratch space of a network. */
struct work {
    float *state, *normal, *taken; /* segments by width */
    float *block;                  /* BLOCK by twice the width */
    float *page;                   /* four times the width */
    float *inputs;                 /* MOST_ROWS by `stride`: what the first layer reads of some segments */
    int64_t stride;
    int32_t *which;                /* their numbers among all inputs */
    float *vectors;                /* elements by all numbers of a name */
    float *share, *logit;          /* of each segment; share: its weight in the page's mean */
};

enum { AHEAD = 4, COLUMNS_AHEAD = 12, LINE = 64, MOST_ROWS = 12 };      /* segments, bytes of a line of the cache, segments in registers */
enum { USUAL_WIDTH = 64, USUAL_INPUTS = 384 };      /* constants allow better code for these */

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

INLINE int64_t sum_of(const int64_t numbers[4]) { return numbers[0] + numbers[1] + numbers[2] + numbers[3]; }

#define NAME(name) name##_4
#define TARGET
#define LANES 4
#include "reading.h"
#include "forward.h"

/* Processors with wider vectors: the choice is made at run time. */
#if defined(__x86_64__) && defined(__GNUC__)
#define ASKED
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

/* Compute the logits of some segments into the scratch space. */
static void logits(const struct network *net, const struct seen *seen, const struct work *work, int64_t lanes)
{
    double sum = 0;
    for (int64_t i = 0; i < seen->segments; i++)
        sum += log_of(seen->chars[i]);
    for (int64_t i = 0; i < seen->segments; i++)
        work->share[i] = (float)(log_of(seen->chars[i]) / sum);
#ifdef ASKED
    if (lanes == 16)
        forward_16(net, seen, work);
    else if (lanes == 8)
        forward_8(net, seen, work);
    else
#endif
        forward_4(net, seen, work);
    (void)lanes;
}

/* Add the logits of a network to `total`, the sums over the networks so far, of which there are then `members`, and compute
 * each segment's probability from the mean. Pages of more than `most` segments are read in parts, to bound memory.
 *
 * `lanes` is the largest number of floats in a vector, 0 for no limit. Returns the number used; -1 if there is no
 * memory. */
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
    work.taken = work.normal + state;
    work.block = work.taken + state;
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
