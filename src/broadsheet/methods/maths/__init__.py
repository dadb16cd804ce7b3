"""Computations that several methods share, or a method and its training: smoothing, subsequences, words, places."""
