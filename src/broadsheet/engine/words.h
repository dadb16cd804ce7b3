/* Words of texts and of elements' names, by number.
 *
 * Included by fusion.c. */

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

/* Where a key stands in a table of `slots` places, a power of two and more than the keys, or the free place for it. */
INLINE int64_t place_of(uint64_t key, const uint64_t *keys, int64_t slots)
{
    int64_t place = (int64_t)key & (slots - 1);
    while (keys[place] != 0 && keys[place] != key)
        place = (place + 1) & (slots - 1);
    return place;
}

/* The hashes of words that have a line feed after each. Returns how many. */
API int64_t hash_words(const uint32_t *points, int64_t length, uint64_t *hashes)
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

/* The next word, or what is none, from *at on: its kind, and its hash if it is one; *at is moved behind it. */
INLINE unsigned next_word(const uint32_t *points, int64_t length, const uint8_t *kinds, int64_t last, int64_t *at,
                          uint64_t *hash)
{
    int64_t first = *at, i = first + 1;
    unsigned kind = kinds[points[first] < last ? points[first] : last];
    if (kind != 0 && kind != BREAK) {
        *hash = with_point(EMPTY, points[first]);
        if (kind != SINGLE)
            for (; i < length && kinds[points[i] < last ? points[i] : last] == kind; i++)
                *hash = with_point(*hash, points[i]);
        if (kind == DIGIT && points[first] <= '9') {
            *hash = EMPTY;
            for (int64_t digit = first; digit < i && digit < first + LONGEST_NUMBER; digit++)
                *hash = with_point(*hash, '0');
        }
        *hash = finished(*hash);
    }
    *at = i;
    return kind;
}

/* Words of texts that have a line feed between: where each begins and ends, its hash, and how many there are before each
 * line feed. Returns how many there are. */
API int64_t split_texts(const uint32_t *points, int64_t length, const uint8_t *kinds, int64_t last, int32_t *start,
                    int32_t *stop, uint64_t *hashes, int32_t *edges)
{
    int64_t words = 0, texts = 0;
    for (int64_t i = 0; i < length;) {
        int64_t first = i;
        unsigned kind = next_word(points, length, kinds, last, &i, &hashes[words]);
        if (kind == BREAK)
            edges[texts++] = (int32_t)words;
        else if (kind != 0) {
            start[words] = (int32_t)first;
            stop[words++] = (int32_t)i;
        }
    }
    return words;
}

/* Put words and their numbers, 1 or more, into a table of `slots` places, a power of two and more than the words. */
API void fill_table(const uint64_t *hashes, const int32_t *given, int64_t words, uint64_t *keys, int32_t *numbers, int64_t slots)
{
    for (int64_t i = 0; i < words; i++) {
        int64_t at = place_of(hashes[i], keys, slots);
        keys[at] = hashes[i];
        numbers[at] = given[i];
    }
}

/* The number of each word in a table, 0 for one that is not there. */
API void look_up(const uint64_t *hashes, int64_t words, const uint64_t *keys, const int32_t *numbers, int64_t slots,
             int32_t *out)
{
    for (int64_t i = 0; i < words; i++) {
        int64_t at = place_of(hashes[i], keys, slots);
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
API int64_t split_names(const uint8_t *data, int64_t elements, uint64_t *table, int32_t *known, int64_t slots,
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
            int64_t slot = place_of(all, table, slots);
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
