# fmt: off
# ruff: noqa
import sys

EVAL_PAGES = {
'https://www.courier.example/ferry': {
    'file': 'courier.example.ferry.html',
    'author': 'Ada Moller; Rune Dahl, PhD',
    'title': 'Last trip for the old ferry',
    'date': '2024-10-01',
    'with': ['stop running at the end', 'work at the container terminal'],  # 2 segments
    'without': ['New trains in summer'],
    'comments': ['What a pity.'],
    'license': '',
    'region': 'GB',
},
'https://muehle.example/rad': {
    'file': 'muehle.example.html',
    'date': 'im Frühjahr',
    'with': ['Die alte Mühle'],
    'without': ['Impressum'],
},
'https://courier.example/later': {
    'file': '',
    'with': [],
    'without': [],
},
}

sys.exit('never reached')
