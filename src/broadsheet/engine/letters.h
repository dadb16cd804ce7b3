/* How likely the letters of each segment are, given those of the page's other text; see scrambled.py.
 *
 * Included by fusion.c. */

static const double UNSEEN = 0.5; /* count of a letter that the other text lacks */

/* Find the segments whose letters are unlikely. Returns how many letters these have.
 *
 * `letters` has the small letter of each code point, 0 for what counts as none; the last of `points` entries stands for all
 * above. What is not in a segment that `prose` flags is the page's other text, from the first segment to the last, and so is
 * `title`. A segment is found if a letter of it is less likely than others by `unlikely` in the mean. 0 where the other text
 * has less than `least` letters; -1 if there is no memory.
 *
 * Unless `logs` is NULL it gets the logarithm of how likely each letter is, less the mean; `size` how many letters each segment
 * has, `likely` the sum of their logarithms, and `flags` whether it was found. */
API int64_t unlikely_letters(const struct document *document, const struct segments *s, const uint16_t *letters,
                             int64_t points, const uint8_t *prose, const uint32_t *title, int64_t titled, double unlikely,
                             int64_t least, double *logs, double *size, double *likely, uint8_t *flags)
{
    const uint32_t *text = document->columns.points + s->start[0];
    int64_t length = s->stop[s->count - 1] - s->start[0], all = length + titled, last = points - 1;
    int64_t most = all < points ? all : points, total = 0, found = 0;
    /* Numbers of letters, in the order in which they occur in the other text; 0 for those that it lacks, 1 for non-letters. */
    enum { LACKING, NONE };
    double *known = malloc((size_t)(most + 2) * (sizeof *known + sizeof(int32_t))), sum = 0;
    uint16_t *numbers = calloc((size_t)points, sizeof *numbers), used = NONE;
    if (known == NULL || numbers == NULL) {
        free(known);
        free(numbers);
        return -1;
    }
    int32_t *counts = memset(known + most + 2, 0, (size_t)(most + 2) * sizeof *counts);
    numbers[0] = NONE;
    for (int64_t i = 0; i < s->count; i++) {
        /* Segments that are not prose, and the text between segments. */
        int64_t from = (prose[i] ? s->stop[i] : s->start[i]) - s->start[0];
        int64_t to = i + 1 < s->count ? s->start[i + 1] - s->start[0] : all;
        for (; from < to; from++) {
            uint32_t point = from < length ? text[from] : title[from - length];
            uint16_t *number = &numbers[letters[point < last ? point : last]];
            if (*number == LACKING)
                *number = ++used;
            counts[*number]++;
        }
    }
    known[LACKING] = log(UNSEEN);
    known[NONE] = 0;
    for (int32_t number = NONE + 1; number <= used; number++) {
        known[number] = log(counts[number] + UNSEEN);
        total += counts[number];
        sum += counts[number] * known[number];
    }
    double mean = sum / (double)(total > 0 ? total : 1);
    for (int64_t i = 0; i < s->count && total >= least; i++) {
        if (!prose[i] && logs == NULL)
            continue;
        double own = 0;
        int64_t many = 0;
        for (int64_t at = s->start[i] - s->start[0]; at < s->stop[i] - s->start[0]; at++) {
            uint16_t letter = letters[text[at] < last ? text[at] : last];
            many += letter != 0;
            own += known[numbers[letter]];
        }
        own -= mean * (double)many;
        int is_found = prose[i] && own < -unlikely * (double)many;
        found += is_found ? many : 0;
        if (logs != NULL) {
            size[i] = (double)many;
            likely[i] = own;
            flags[i] = (uint8_t)is_found;
        }
    }
    for (int64_t one = 0; one < points && logs != NULL; one++)
        logs[one] = one == 0 ? 0 : known[numbers[one]] - mean;
    free(known);
    free(numbers);
    return found;
}

/* What the letters of each segment would add up to if they were other ones: `tables` has, one after the other, `shifts` tables
 * of the letter for each letter, and `logs` the number for each. `sums` gets a row for each table, with a number for each
 * segment that `flags` has, and 0 for others. */
API void shifted_letters(const struct document *document, const struct segments *s, const uint16_t *letters, int64_t points,
                         const uint8_t *flags, const uint16_t *tables, int64_t shifts, const double *logs, double *sums)
{
    const uint32_t *text = document->columns.points;
    int64_t last = points - 1;
    memset(sums, 0, (size_t)(shifts * s->count) * sizeof *sums);
    for (int64_t i = 0; i < s->count; i++)
        for (int32_t at = s->start[i]; at < s->stop[i] && flags[i]; at++) {
            uint16_t letter = letters[text[at] < last ? text[at] : last];
            for (int64_t shift = 0; shift < shifts && letter != 0; shift++)
                sums[shift * s->count + i] += logs[tables[shift * points + letter]];
        }
}
