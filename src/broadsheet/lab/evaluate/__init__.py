"""Evaluation: metrics, runs over corpora, and reports. Methods and libraries are treated alike, as functions from HTML
to text.
"""
