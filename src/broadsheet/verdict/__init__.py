"""Is there an article on this page at all? And does an address lead to one?

`identify` answers with a `Verdict`: a calibrated probability, the kind of page, and the evidence in words. `evidence`
gathers numbers (what the page declares, its headlines, prose, names and phrases, its `address`), `model` weighs them,
`judge` has rules for kinds that the corpora lack, `reasons` puts the evidence into words. The words of languages
and of publishing software are data (`broadsheet.lexicon.PAGES`). Training is in `broadsheet.lab.train.identify`.
"""

from __future__ import annotations

from broadsheet.verdict.judge import identify, identify_url, judge

__all__ = ["identify", "identify_url", "judge"]
