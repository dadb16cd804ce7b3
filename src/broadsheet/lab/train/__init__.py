"""Training: each shipped model is learnt from corpora by one command with one seed.

A module is named for a model, or for what several of them share. The output is plain arrays, never pickles, and a model
card with the training data and figures on held-out pages.
"""
