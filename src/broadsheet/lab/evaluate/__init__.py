"""Evaluation: metrics, runs over corpora, and reports. Methods and libraries are both functions from HTML to text."""
