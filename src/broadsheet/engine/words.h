/* Words of texts and of elements' names, as hashes and numbers.
 *
 * Included by fusion.c. */

/* As in tokens.py. */
enum { LETTER = 1, DIGIT, SINGLE };
enum { LONGEST_NUMBER = 5, LONGEST_NAMES = 300 }; /* digits of a number, and characters of an element's names, that count */

static const uint64_t EMPTY = 0x9E3779B97F4A7C15u;

static uint64_t with_point(uint64_t hash, uint32_t point) { return (hash ^ point) * 0x100000001B3u; }

/* Mix the bits of a hash. Never 0, which marks a free slot of a table. */
static uint64_t finished(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= 0xD6E8FEB86659FD93u;
    hash ^= hash >> 32;
    return hash ? hash : 1;
}

/* The first slot to look for a key. `slots` is a power of two. */
INLINE int64_t first_slot(uint64_t key, int64_t slots)
{
    key = (key ^ engine_seed) * 0x9E3779B97F4A7C15u;
    return (int64_t)(key >> 32) & (slots - 1);
}

/* The slot of a key, or the free slot for it. `slots` is a power of two, larger than the number of keys. */
INLINE int64_t slot_of(uint64_t key, const uint64_t *keys, int64_t slots)
{
    int64_t slot = first_slot(key, slots);
    while (keys[slot] != 0 && keys[slot] != key)
        slot = (slot + 1) & (slots - 1);
    return slot;
}

/* Hash words, each of which is followed by a line feed. Returns their number. */
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

/* Read the next word, or the next character outside of words, and move *at past it. Returns the kind of word, 0 for none;
 * `hash` gets the word's hash. */
INLINE unsigned next_word(const uint32_t *points, int64_t length, const uint8_t *kinds, int64_t last, int64_t *at,
                          uint64_t *hash)
{
    int64_t first = *at, i = first + 1;
    unsigned kind = kinds[points[first] < last ? points[first] : last];
    if (kind != 0) {
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

/* Put words and their nonzero numbers (`values`) into a table. `slots` is as in `slot_of`. */
API void fill_table(const uint64_t *hashes, const int32_t *values, int64_t words, uint64_t *keys, int32_t *numbers,
                    int64_t slots)
{
    for (int64_t i = 0; i < words; i++) {
        int64_t at = slot_of(hashes[i], keys, slots);
        keys[at] = hashes[i];
        numbers[at] = values[i];
    }
}

/* Look up the number of each word; 0 for unknown words. */
API void look_up(const uint64_t *hashes, int64_t words, const uint64_t *keys, const int32_t *numbers, int64_t slots,
             int32_t *out)
{
    for (int64_t i = 0; i < words; i++) {
        int64_t at = slot_of(hashes[i], keys, slots);
        out[i] = keys[at] == 0 ? 0 : numbers[at];
    }
}

static int is_upper(uint8_t byte) { return byte >= 'A' && byte <= 'Z'; }
static int is_lower(uint8_t byte) { return byte >= 'a' && byte <= 'z'; }

/* Hash the distinct words in the names of an element. A word is lower-case letters, perhaps after one capital, or capitals
 * that no lower-case letter follows. Returns the number of words. */
static int64_t name_words(const struct piece *names, int many, uint64_t hashes[LONGEST_NAMES])
{
    int64_t words = 0;
    size_t bytes = (size_t)many;
    int points = 0;
    for (int k = 0; k < many; k++)
        bytes += names[k].length;
    for (int k = 0; k < many; k++) {
        const uint8_t *at = names[k].data, *last = at + names[k].length, *end = bytes > LONGEST_NAMES ? at : last;
        points += k > 0;
        while (end < last && (points += (*end & 0xC0) != 0x80) <= LONGEST_NAMES)
            end++;
        while (at < end) {
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
            int64_t other = 0;
            while (other < words && hashes[other] != hash)
                other++;
            if (other == words)
                hashes[words++] = hash;
        }
        if (end < last)
            break;
    }
    return words;
}

/* The words in the names of the elements around each segment, from the inside out: `inline_levels` inline elements around its
 * first row, its block, and the elements above it.
 *
 * `around` gets a number for each element, the same for the same words, from 1, 0 for none; `first` the first row of each
 * number, from number 1; `edges` where the words of each number begin and, last, end; `hashes` the words, at most
 * `capacity`. `counts` gets the highest number, and the number of words. Returns 0; -1 if memory runs out. */
static int32_t names_around(const struct document *document, const struct segments *s, const uint8_t *naming,
                            int64_t inline_levels, int64_t levels, int32_t *around, int32_t *first, int32_t *edges,
                            uint64_t *hashes, int64_t capacity, int64_t counts[2])
{
    const int32_t *parent = document->columns.parent;
    int64_t rows = document->rows, all = (inline_levels + levels) * s->count, used = 0;
    int32_t *numbers = calloc((size_t)rows + 1, sizeof *numbers), *to = around;
    if (numbers == NULL)
        return -1;
    for (int64_t i = 0; i < s->count; i++) {
        int32_t row = parent[s->first[i]];
        for (int64_t level = 0; level < inline_levels + levels; level++, to++) {
            if (level == inline_levels)
                row = s->block[i];
            *to = row >= 0 && (level >= inline_levels || row > s->block[i]) ? row : (int32_t)rows;
            used += numbers[*to] == 0;
            numbers[*to] = 1;
            if (row >= 0)
                row = parent[row];
        }
    }
    int64_t slots = slots_for(2 * used); /* of values, and of their words: few rows have values that no other row has */
    uint64_t *table = calloc((size_t)slots, sizeof *table + sizeof(int32_t)), own[LONGEST_NAMES];
    if (table == NULL) {
        free(numbers);
        return -1;
    }
    int32_t *known = (int32_t *)(table + slots), distinct = 0;
    struct wanted wanted = names_wanted(naming);
    struct piece names[MAX_NAMES];
    int64_t begun = 0;
    edges[0] = edges[1] = 0;
    for (int32_t row = 0; row < rows; row++) {
        if (numbers[row] == 0)
            continue;
        int many = wanted_values(document, row, &wanted, names);
        uint64_t values = EMPTY, key = EMPTY;
        for (int k = 0; k < many; k++)
            values = finished(values ^ hash_of(names[k]));
        int64_t at = slot_of(values, table, slots);
        int64_t words = table[at] == 0 ? name_words(names, many, own) : 0;
        table[at] = values;
        for (int64_t word = 0; word < words; word++)
            key = (key ^ own[word]) * 0x100000001B3u;
        key = finished(key);
        int64_t slot = words > 0 ? slot_of(key, table, slots) : at;
        if (table[slot] == 0) {
            table[slot] = key;
            known[slot] = ++distinct;
            first[distinct - 1] = row;
            for (int64_t word = 0; word < words; word++, begun++)
                if (begun < capacity)
                    hashes[begun] = own[word];
            edges[distinct + 1] = (int32_t)begun;
        }
        numbers[row] = known[at] = known[slot];
    }
    numbers[rows] = 0;
    for (int64_t i = 0; i < all; i++)
        around[i] = numbers[around[i]];
    counts[0] = distinct;
    counts[1] = begun;
    free(numbers);
    free(table);
    return 0;
}
