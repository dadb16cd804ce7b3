/* The parts of `fusion` that touch every character, word or state of a page, compiled.
 *
 * Loaded by kernel.py, which says what each array holds. It gives what the Python beside it gives, up to the rounding of
 * sums. No function allocates; each writes only where its arrays reach.
 */

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define VERSION 16

#define INLINE static inline __attribute__((always_inline))

enum { LOGARITHMS = 1 << 14 };

/* The logarithm of one more than each number: most that are asked for are of small whole ones. Filled once, when the
 * library is opened. */
static double logarithms[LOGARITHMS];

int32_t kernel_version(void)
{
    for (int32_t number = 0; number < LOGARITHMS; number++)
        logarithms[number] = log1p(number);
    return VERSION;
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
#include "evidence.h"
#include "network.h"
