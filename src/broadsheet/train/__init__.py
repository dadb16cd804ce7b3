"""Where weights come from: each model that is shipped, learnt anew from corpora by one command, with one seed.

A file is named for a model, or for what several of them share. What is written are plain arrays, never pickles, and a
model card that says what they were learnt from and how good they are on pages that took no part. The room knows
corpora, labels and methods, and must not know what serves or calls a method.
"""
