/* The parts of `fusion` that touch every character, word or state of a page, compiled.
 *
 * Loaded by kernel.py, which says what each array holds. It gives what the Python beside it gives, up to the rounding of
 * sums. No function allocates; each writes only where its arrays reach.
 */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define VERSION 1

/* On x86 one library has these for processors with and without wide vectors; which, is found when it is loaded. */
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx512f", "fma", "default")))
#else
#define WIDE
#endif
#define INLINE static inline __attribute__((always_inline))

int32_t kernel_version(void) { return VERSION; }

/* ---- Words ---- */

/* As in tokens.py. */
enum { LETTER = 1, DIGIT, SINGLE, BREAK };
enum { LONGEST_NUMBER = 5, LONGEST_NAMES = 300 };

static const uint64_t EMPTY = 0x9E3779B97F4A7C15u;

static uint64_t with_point(uint64_t hash, uint32_t point) { return (hash ^ point) * 0x100000001B3u; }

/* Spreads what differs over all bits, and is never 0: that is a free place of a table. */
static uint64_t finished(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= 0xD6E8FEB86659FD93u;
    hash ^= hash >> 32;
    return hash ? hash : 1;
}

/* The hashes of words that have a line feed after each. Returns how many. */
int64_t hash_words(const uint32_t *points, int64_t length, uint64_t *hashes)
{
    int64_t words = 0;
    uint64_t hash = EMPTY;
    for (int64_t i = 0; i < length; i++) {
        if (points[i] == '\n') {
            hashes[words++] = finished(hash);
            hash = EMPTY;
        } else
            hash = with_point(hash, points[i]);
    }
    return words;
}

/* Words of texts that have a line feed between: where each begins and ends, its hash, and how many there are before each
 * line feed. Returns how many there are. */
int64_t split_texts(const uint32_t *points, int64_t length, const uint8_t *kinds, int64_t last, int32_t *start,
                    int32_t *stop, uint64_t *hashes, int32_t *edges)
{
    int64_t words = 0, texts = 0;
    for (int64_t i = 0; i < length;) {
        unsigned kind = kinds[points[i] < last ? points[i] : last];
        int64_t first = i++;
        if (kind == 0)
            continue;
        if (kind == BREAK) {
            edges[texts++] = (int32_t)words;
            continue;
        }
        uint64_t hash = with_point(EMPTY, points[first]);
        if (kind != SINGLE)
            for (; i < length && kinds[points[i] < last ? points[i] : last] == kind; i++)
                hash = with_point(hash, points[i]);
        if (kind == DIGIT && points[first] <= '9') {
            hash = EMPTY;
            for (int64_t digit = first; digit < i && digit < first + LONGEST_NUMBER; digit++)
                hash = with_point(hash, '0');
        }
        start[words] = (int32_t)first;
        stop[words] = (int32_t)i;
        hashes[words++] = finished(hash);
    }
    return words;
}

/* Put words into a table of `slots` places, a power of two and more than the words: each word's number is its place in
 * the list, from 1. */
void fill_table(const uint64_t *hashes, int64_t words, uint64_t *keys, int32_t *numbers, int64_t slots)
{
    for (int64_t i = 0; i < words; i++) {
        uint64_t at = hashes[i] & (uint64_t)(slots - 1);
        while (keys[at] != 0 && keys[at] != hashes[i])
            at = (at + 1) & (uint64_t)(slots - 1);
        keys[at] = hashes[i];
        numbers[at] = (int32_t)(i + 1);
    }
}

/* The number of each word in a table, 0 for one that is not there. */
void look_up(const uint64_t *hashes, int64_t words, const uint64_t *keys, const int32_t *numbers, int64_t slots,
             int32_t *out)
{
    for (int64_t i = 0; i < words; i++) {
        uint64_t at = hashes[i] & (uint64_t)(slots - 1);
        while (keys[at] != 0 && keys[at] != hashes[i])
            at = (at + 1) & (uint64_t)(slots - 1);
        out[i] = keys[at] == 0 ? 0 : numbers[at];
    }
}

static int is_upper(uint8_t byte) { return byte >= 'A' && byte <= 'Z'; }
static int is_lower(uint8_t byte) { return byte >= 'a' && byte <= 'z'; }

/* The words in the names of elements, which have a zero after each element's. A word is a capital and small letters,
 * small letters, or capitals that no small letter follows; each counts once in an element.
 *
 * `numbers` gets a number for each element, the same for the same words, from 1, and 0 for none; `first` the element
 * that each number was first met at, `edges` where the words of each number begin and, last, end; `hashes` the words.
 * The table has `slots` places, a power of two and more than the elements, all 0. Returns the highest number. */
int64_t split_names(const uint8_t *data, int64_t elements, uint64_t *table, int32_t *known, int64_t slots,
                    int32_t *numbers, int32_t *first, int32_t *edges, uint64_t *hashes)
{
    int64_t distinct = 0, begun = 0;
    edges[0] = edges[1] = 0;
    for (int64_t i = 0; i < elements; i++) {
        int64_t words = begun;
        uint64_t all = EMPTY;
        int points = 0;
        const uint8_t *at = data;
        /* The end: the zero, or what is beyond the longest that is read. */
        while (*at && (points += (*at & 0xC0) != 0x80) <= LONGEST_NAMES)
            at++;
        const uint8_t *end = at;
        for (at = data; at < end;) {
            const uint8_t *from = at;
            if (is_upper(*at)) {
                while (at < end && is_upper(*at))
                    at++;
                if (at < end && is_lower(*at)) {
                    if (at - from > 1)
                        at--;
                    else
                        while (at < end && is_lower(*at))
                            at++;
                }
            } else if (is_lower(*at))
                while (at < end && is_lower(*at))
                    at++;
            else {
                at++;
                continue;
            }
            uint64_t hash = EMPTY;
            for (; from < at; from++)
                hash = with_point(hash, *from | 0x20u);
            hash = finished(hash);
            int64_t other = begun;
            while (other < words && hashes[other] != hash)
                other++;
            if (other == words) {
                hashes[words++] = hash;
                all = (all ^ hash) * 0x100000001B3u;
            }
        }
        if (words == begun)
            numbers[i] = 0;
        else {
            all = finished(all);
            uint64_t slot = all & (uint64_t)(slots - 1);
            while (table[slot] != 0 && table[slot] != all)
                slot = (slot + 1) & (uint64_t)(slots - 1);
            if (table[slot] == 0) {
                table[slot] = all;
                known[slot] = (int32_t)++distinct;
                first[distinct] = (int32_t)i;
                edges[distinct + 1] = (int32_t)(begun = words);
            }
            numbers[i] = known[slot];
        }
        while (*data)
            data++;
        data++;
    }
    return distinct;
}

/* ---- Characters ---- */

/* How often each of `bits` classes occurs in stretches of a text; counts has a row a stretch. */
void count_classes(const uint32_t *points, const uint16_t *classes, int64_t last, const int32_t *start,
                   const int32_t *stop, int64_t stretches, int64_t bits, int32_t *counts)
{
    for (int64_t i = 0; i < stretches; i++, counts += bits)
        for (int32_t at = start[i]; at < stop[i]; at++) {
            unsigned class = classes[points[at] < last ? points[at] : last];
            for (int64_t bit = 0; class != 0; bit++, class >>= 1)
                counts[bit] += (int32_t)(class & 1);
        }
}

/* ---- The network ---- */

enum { LANES = 16 };

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

/* Layer normalisation of each row of h. */
INLINE void normal(const float *h, int64_t m, int64_t width, const float *weight, const float *bias, float *out)
{
    for (int64_t i = 0; i < m; i++, h += width, out += width) {
        float lane[LANES] = {0}, mean = 0, square = 0;
        int64_t j = 0;
        for (; j + LANES <= width; j += LANES)
            for (int l = 0; l < LANES; l++)
                lane[l] += h[j + l];
        for (; j < width; j++)
            mean += h[j];
        for (int l = 0; l < LANES; l++)
            mean += lane[l];
        mean /= (float)width;
        memset(lane, 0, sizeof lane);
        for (j = 0; j + LANES <= width; j += LANES)
            for (int l = 0; l < LANES; l++) {
                float centred = h[j + l] - mean;
                lane[l] += centred * centred;
            }
        for (; j < width; j++)
            square += (h[j] - mean) * (h[j] - mean);
        for (int l = 0; l < LANES; l++)
            square += lane[l];
        float by = 1 / square_root(square / (float)width + 1e-5f);
        for (j = 0; j < width; j++)
            out[j] = (h[j] - mean) * by * weight[j] + bias[j];
    }
}

/* What three taps take of the normalised states, m by width each: of the one `far` before, the state's own, and the one
 * `far` behind; beyond the page there is nothing. `taps` is 3 by width, `t` is worked in. */
WIDE void take(const float *restrict h, int64_t m, int64_t width, const float *weight, const float *bias,
               const float *restrict taps, int64_t far, float *restrict t, float *restrict out)
{
    const float *restrict before = taps, *restrict here = taps + width, *restrict behind = here + width;
    normal(h, m, width, weight, bias, t);
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

/* Add to each state, m by width, what the product z, m by 2 width, and its bias let through: value and gate. */
WIDE void add_gated(const float *restrict z, int64_t m, int64_t width, const float *restrict bias, float *restrict h)
{
    for (int64_t i = 0; i < m; i++) {
        const float *value = z + i * 2 * width, *gate = value + width;
        for (int64_t j = 0; j < width; j++)
            h[i * width + j] += (value[j] + bias[j]) / (1 + exponential(-(gate[j] + bias[width + j])));
    }
}

/* ---- What the network reads ---- */

/* Columns, a row each, as rows of x: scaled to mean 0 and deviation 1, and cut. A row of x has `stride` numbers. */
void scale(const float *columns, int64_t many, int64_t m, const float *mean, const float *deviation, float cut, float *x,
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

/* For each segment, the sum of a stretch of the vectors of the elements around it: `around` has `many` a segment. */
void add_names(const int32_t *around, int64_t m, int64_t many, const float *elements, int64_t width, int64_t first,
               int64_t stop, float *x, int64_t stride)
{
    for (int64_t i = 0; i < m; i++, x += stride) {
        memset(x, 0, (size_t)(stop - first) * sizeof *x);
        for (int64_t level = 0; level < many; level++) {
            int32_t number = *around++;
            if (number == 0)
                continue;
            const float *vector = elements + number * width + first;
            for (int64_t j = 0; j < stop - first; j++)
                x[j] += vector[j];
        }
    }
}

/* For each segment, the mean of the first part of the vectors of its known words, and one part each of those of its
 * first, second and last word. `widths` has the four parts. */
void add_words(const int32_t *numbers, const int32_t *edges, int64_t m, const float *vectors, const int64_t widths[4],
               float *x, int64_t stride)
{
    int64_t width = widths[0] + widths[1] + widths[2] + widths[3];
    for (int64_t i = 0; i < m; i++, x += stride) {
        int32_t known = 0, start = edges[i], stop = edges[i + 1];
        memset(x, 0, (size_t)width * sizeof *x);
        for (int32_t at = start; at < stop; at++) {
            if (numbers[at] == 0)
                continue;
            const float *vector = vectors + numbers[at] * width;
            for (int64_t j = 0; j < widths[0]; j++)
                x[j] += vector[j];
            known++;
        }
        for (int64_t j = 0; j < widths[0] && known > 1; j++)
            x[j] /= (float)known;
        int32_t place[3] = {start, start + 1, stop - 1};
        int64_t from = widths[0];
        for (int part = 0; part < 3; part++) {
            if (stop - start > (part == 1) && numbers[place[part]] != 0)
                memcpy(x + from, vectors + numbers[place[part]] * width + from, (size_t)widths[part + 1] * sizeof *x);
            from += widths[part + 1];
        }
    }
}
