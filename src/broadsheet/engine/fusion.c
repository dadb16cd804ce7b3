/* What the method `fusion` computes of every character, word and state of a page. The Python in `body/fusion` says what
 * each array holds. Each function writes only where its arrays reach, and its result says if memory ran out.
 */

#include "engine.h"

#include <math.h>

#define INLINE static inline __attribute__((always_inline))

enum { LOGARITHMS = 1 << 14 };

/* The logarithm of one more than each number: most that are asked for are of small whole ones. */
static double logarithms[LOGARITHMS];

void fill_logarithms(void)
{
    for (int32_t number = 0; number < LOGARITHMS; number++)
        logarithms[number] = log1p(number);
}

/* The logarithm of one more than a count. */
static double log_of(double count)
{
    int64_t whole = count < LOGARITHMS ? (int64_t)count : 0;
    return (double)whole == count ? logarithms[whole] : log1p(count);
}

static double least(double a, double b) { return a < b ? a : b; }
static double most(double a, double b) { return a > b ? a : b; }

#include "words.h"
#include "columns.h"
#include "texts.h"
#include "copies.h"
#include "evidence.h"
#include "network.h"
