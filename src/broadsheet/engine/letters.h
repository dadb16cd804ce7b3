/* How likely the letters of each segment are, by those of the page's other text; see scrambled.py.
 *
 * Included by fusion.c. */

static const double UNSEEN = 0.5; /* count of a letter that the other text lacks */
enum { KNOWN = 1 << 30 };         /* in the count of a letter whose logarithm is known */

/* Flag the segments whose letters are unlikely, and give how many letters these have.
 *
 * `letters` has the small letter of each code point, 0 for what counts as none; the last of `points` entries stands for all
 * above. What is not in a segment that `prose` flags is the page's other text, from the first segment to the last, and so is
 * `title`. `logs` gets, where segments are flagged, the logarithm of how likely each letter is, less the mean; `size` how many
 * letters each segment has, and `likely` the sum of their logarithms. A segment is flagged if a letter of it is less likely
 * than others by `unlikely` in the mean. 0 where the other text has less than `least` letters; -1 if there is no memory. */
API int64_t unlikely_letters(const struct document *document, const struct segments *s, const uint16_t *letters,
                             int64_t points, const uint8_t *prose, const uint32_t *title, int64_t titled, double unlikely,
                             int64_t least, double *logs, double *size, double *likely, uint8_t *flags)
{
    const uint32_t *text = document->columns.points + s->start[0];
    int64_t length = s->stop[s->count - 1] - s->start[0], all = length + titled, last = points - 1, total = 0, odd = 0;
    int32_t *counts = malloc((size_t)points * sizeof *counts + (size_t)all * sizeof(uint16_t));
    if (counts == NULL)
        return -1;
    uint16_t *letter = (uint16_t *)(counts + points);
    for (int64_t at = 0; at < all; at++) {
        uint32_t point = at < length ? text[at] : title[at - length];
        letter[at] = letters[point < last ? point : last];
        counts[letter[at]] = 0;
    }
    for (int64_t i = 0; i < s->count; i++) {
        /* A segment that is no prose, and what stands behind any. */
        int64_t from = (prose[i] ? s->stop[i] : s->start[i]) - s->start[0];
        int64_t to = i + 1 < s->count ? s->start[i + 1] - s->start[0] : all;
        for (; from < to; from++)
            counts[letter[from]]++;
    }
    counts[0] = KNOWN;
    logs[0] = 0;
    double sum = 0, mean;
    for (int64_t at = 0; at < all; at++) {
        int32_t count = counts[letter[at]];
        if (count & KNOWN)
            continue;
        counts[letter[at]] |= KNOWN;
        logs[letter[at]] = log(count + UNSEEN);
        total += count;
        sum += count * logs[letter[at]];
    }
    mean = sum / (double)(total > 0 ? total : 1);
    for (int64_t i = 0; i < s->count && total >= least; i++) {
        double own = 0;
        int64_t many = 0;
        for (int64_t at = s->start[i] - s->start[0]; at < s->stop[i] - s->start[0]; at++) {
            many += letter[at] != 0;
            own += logs[letter[at]];
        }
        size[i] = (double)many;
        likely[i] = own - mean * (double)many;
        flags[i] = prose[i] && likely[i] < -unlikely * (double)many;
        odd += flags[i] ? many : 0;
    }
    if (odd > 0) {
        memset(counts, 0, (size_t)points * sizeof *counts);
        for (int64_t at = 0; at < all; at++)
            counts[letter[at]] = KNOWN;
        for (int64_t one = 1; one < points; one++)
            logs[one] = (counts[one] ? logs[one] : log(UNSEEN)) - mean;
    }
    free(counts);
    return odd;
}
