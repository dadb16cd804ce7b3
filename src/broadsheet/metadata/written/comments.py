"""How the comments of readers are called, in any language.

It works on strings, and must not know pages.
"""

from __future__ import annotations

from typing import Final

__all__ = ["COUNT", "WORDS"]

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
