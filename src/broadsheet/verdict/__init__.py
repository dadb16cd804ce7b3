"""Whether a page holds an article, and whether a URL leads to one.

`identify` returns a `Verdict`: a calibrated probability, the kind of page, and reasons in words. `evidence` computes
features of a page and its URL, `text` those of its text, `model` weighs them, and `judge` has rules for kinds that the
corpora lack. The words of languages and publishing software are data (`broadsheet.lexicon.PAGES`). Models are trained
in `broadsheet.lab.train.identify`.
"""

from broadsheet.verdict.judge import identify, identify_url, judge

__all__ = ["identify", "identify_url", "judge"]
