"""How the comments of readers are called, in any language.

It works on strings, and must not know pages.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["COUNT", "LONGEST_HEADING", "LONGEST_LINE", "WORDS", "heads_comments", "is_above_comments"]

COUNT: Final = r"(\d{1,3}(?:[.,\s]\d{3}){1,2}|\d{1,6})"
"""How many there are, as one group."""
_COMMENTS: Final = (
    r"comments?|kommentare?|leserkommentare?|commentaires?|comentarios?|comentários?|commenti|kommentarer|kommentit|"
    r"kommentti\w*|komentarz\w*|komentář\w*|komentáre|hozzászólás\w*|comentarii|коментар\w*|комментари\w+|σχόλια|コメント|"
    r"评论|評論|条评论|則留言|댓글|yorum(?:lar)?|bình luận|nhận xét|ý kiến|komentar|(?:ال)?تعليق(?:ات|ًا|اً|ا)?|"
    r"نظر(?:ات)?|دیدگاه(?:[\u200c ]?ها)?|תגובות|टिप्पण\S*|कमेंट\S*|মন্তব্য\S*|ความคิดเห็น|diskus[ez]e|kommentek|komment"
)
_ANSWERS: Final = (
    r"responses?|replies|antworten|reaktionen|réactions?|respuestas?|respostas?|risposte|reacties|svar|отзыв\w*|"
    r"odpowied(?:ź|zi)|răspuns(?:uri)?"
)
WORDS: Final = rf"(?:{_COMMENTS}|{_ANSWERS})"
"""What they are called, answers and the like among it."""
LONGEST_HEADING: Final = 150
"""Characters of a heading over comments, with the title that it may repeat."""
LONGEST_LINE: Final = 60
"""Characters of a line that stands above comments and is no heading."""
_PLURALS: Final = (
    r"comments|kommentare|leserkommentare|commentaires|comentarios|comentários|commenti|kommentarer|kommentit|"
    r"komentarze|komentáře|komentáre|hozzászólások|comentarii|коментари|коментарі|комментарии|σχόλια|コメント|评论|評論|"
    r"댓글|yorumlar|bình luận|komentari|تعليقات|תגובות"
)
_SEVERAL: Final = rf"(?:{_PLURALS})"
"""More than one: a single one may be what the paper itself says."""
_BEFORE: Final = (
    r"(?:view|show|read|see|add|all|latest|recent|top|your|our|readers?['’]?s?|user|visitor|alle|neueste|leser|voir|"
    r"les|vos|tous|ver|los|tus|i|de|no|keine|aucun|sin|ingen|geen|brak|нет)"
)
_ON: Final = r"(?:to|on|for|about|zu|sur|à|sobre|en|bei|su|na|do|к|о|на|til|på|bij|op|are|have|sind)"
_HEADING: Final = re.compile(
    rf"\W*(?:{_BEFORE}\s+)*{_SEVERAL}(?:\s*[(（\[:：]?\s*\d*\s*[)）\]]?|\s+{_ON}\s+(?:this|[\"'“‘«„]).*)\W*"
    rf"|\W*\d[\d.,]*\s*(?:{_BEFORE}\s+)*(?:{WORDS}|thoughts?|gedanken?|réflexions?|pensieri?)(?:\s+{_ON}\s.*)?\W*"
    rf"|\W*{WORDS}\s*[(（\[]\s*\d+\s*[)）\]]\W*"
    r"|\W*\d+ (?:users?|readers?|people) (?:have )?(?:responded|commented)\b.*"
    r"|\W*(?:leave|post|add|write|submit) a (?:comment|reply|response)\b.*"
    r"|\W*reader(?:['’]?s)? (?:views|comments|reactions)\b.{0,12}"
    r"|\W*join the (?:conversation|discussion)\W*"
    r"|\W*(?:schreibe?(?:n sie)? (?:einen|deinen|ihren) kommentar|kommentar (?:schreiben|verfassen|hinterlassen)|"
    r"laisse[rz] (?:un|votre) commentaire|deja (?:un|tu) comentario|dej[ae] una respuesta|"
    r"deixe (?:um|seu|o seu) comentário|lascia un commento|laat een reactie achter|plaats een reactie|"
    r"lämna (?:en kommentar|ett svar)|legg igjen (?:en|et) \w+|skriv en kommentar|jätä kommentti|dodaj komentarz|"
    r"napisz komentarz|přidat komentář|оставить комментарий|добавить комментарий|залишити коментар|发表评论|發表評論|"
    r"コメントを(?:残す|書く)|yorum (?:yap|yaz|bırak)\w*)\b.*",
    re.IGNORECASE,
)
_LINE: Final = re.compile(
    rf"{_SEVERAL}\s*[:：]?"
    r"|comments? (?:(?:on|for|to) (?:this|the) \w+ )?(?:are|is|have|has)(?: now)?(?: been)? "
    r"(?:closed|disabled|turned off)\b.*"
    r"|(?:die )?kommentar(?:funktion|e|bereich)? (?:(?:ist|sind|wurden?) )?(?:geschlossen|deaktiviert)\b.*"
    r"|les commentaires sont (?:fermés|clos)\b.*|(?:los )?comentarios (?:están )?cerrados\b.*"
    r"|i commenti sono chiusi\b.*|(?:os )?comentários (?:estão )?(?:encerrados|fechados)\b.*",
    re.IGNORECASE,
)
_FIRST: Final = 3
_BEGINNINGS: Final = frozenset(
    f"{word}{colon}"[:_FIRST]
    for word in (
        *_PLURALS.split("|"),
        "die kommentare",
        "les commentaires",
        "los comentarios",
        "os comentários",
        "i commenti",
    )
    for colon in ("", ":", "：")
)
"""How such a line begins: few lines do."""


def heads_comments(line: str) -> bool:
    """Whether a heading stands over what readers have written of a text.

    >>> heads_comments("12 comments"), heads_comments("Kommentare (3)"), heads_comments("Leave a Reply")
    (True, True, True)
    >>> heads_comments("Comments on the new rules of the council"), heads_comments("Comment: a bridge too far")
    (False, False)
    """
    return len(line) <= LONGEST_HEADING and _HEADING.fullmatch(line.strip()) is not None


def is_above_comments(line: str) -> bool:
    """Whether a line that is no heading and no link stands above what readers have written: it says no more than what
    they are called, or that there will be no more of them.

    >>> is_above_comments("Comments"), is_above_comments("Comments are now closed for this story")
    (True, True)
    >>> is_above_comments("Comments (3)"), is_above_comments("Comments are welcome")
    (False, False)
    """
    line = line.strip()
    return len(line) <= LONGEST_LINE and line[:_FIRST].lower() in _BEGINNINGS and _LINE.fullmatch(line) is not None
