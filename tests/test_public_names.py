"""The public names."""

from __future__ import annotations

import pytest

import broadsheet

PUBLIC = (
    "Article BadSelector BroadsheetError CorpusError Extractor FetchFailed Given Marking Method MissingExtra "
    "NeedsNotMet NotHTML Page PageCrashed PageTimeout PageTooLarge Result SourceUnreadable UnknownMethod Verdict "
    "extract identify identify_url read_page"
).split()


def test_the_public_names_are_these() -> None:
    assert broadsheet.__all__ == PUBLIC
    assert dir(broadsheet) == sorted([*PUBLIC, "__version__"])
    for name in PUBLIC:
        assert getattr(broadsheet, name).__doc__
    assert broadsheet.__version__[0].isdigit()


def test_other_names_are_rejected() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'magic'"):
        broadsheet.magic  # noqa: B018


def test_errors_share_a_root() -> None:
    for name in PUBLIC:
        thing = getattr(broadsheet, name)
        if isinstance(thing, type) and issubclass(thing, Exception):
            assert issubclass(thing, broadsheet.BroadsheetError)
