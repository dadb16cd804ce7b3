/* The loops of the method `fusion` over characters, words and network states. The Python in `body/fusion` describes the
 * arrays.
 */

#include "engine.h"

#include <math.h>

#define INLINE static inline __attribute__((always_inline))

enum { LOGARITHMS = 1 << 14 };

/* log(1 + n) for small integers, which are most of the arguments. */
static double logarithms[LOGARITHMS];

void fill_logarithms(void)
{
    for (int32_t number = 0; number < LOGARITHMS; number++)
        logarithms[number] = log1p(number);
}

/* log(1 + count) */
static double log_of(double count)
{
    int64_t whole = count < LOGARITHMS ? (int64_t)count : 0;
    return (double)whole == count ? logarithms[whole] : log1p(count);
}

static double min_of(double a, double b) { return a < b ? a : b; }
static double max_of(double a, double b) { return a > b ? a : b; }

#include "words.h"
#include "columns.h"
#include "texts.h"
#include "copies.h"
#include "evidence.h"
#include "network.h"
