"""Write ``lexicon/people.txt``: given and family names of many countries, as `people` looks them up.

    pip install faker==40.63.0
    python tools/names.py src/broadsheet/lexicon/people.txt

The names are those that Faker (MIT) lists by country: facts, of which the package keeps the words alone, without
accents and capitals, each once. Of the scripts without capitals those whose words are letters alone, and parted by
spaces, are kept: Arabic and Hebrew.
"""

import pkgutil
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from faker.providers import person

from broadsheet.metadata.written.name_shapes import plain_letters

WORD = re.compile(r"[^\W\d_]{2,}")
WITHOUT_CAPITALS = re.compile("[\u0590-\u06ff]")


def listed(kind: str) -> Iterator[str]:
    """All that the lists of first or of last names hold, in all countries."""
    for module in pkgutil.iter_modules(person.__path__):
        provider = import_module(f"{person.__name__}.{module.name}").Provider
        for name in dir(provider):
            if name.startswith(kind):
                yield from strings(getattr(provider, name))


def strings(value: Any) -> Iterator[str]:
    """The strings in a list of names, which may be weighted, or in pairs."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, list, dict, set)):
        for one in value:
            yield from strings(one)


def main() -> None:
    """Write the file that is named."""
    names = [name for kind in ("first_name", "last_name") for name in listed(kind)]
    words = {word for name in names for word in WORD.findall(plain_letters(name))}
    kept = sorted(word for word in words if word.upper() != word or WITHOUT_CAPITALS.match(word))
    Path(sys.argv[1]).write_text("\n".join(kept) + "\n", encoding="utf-8")
    print(f"{len(kept)} names")


if __name__ == "__main__":
    main()
