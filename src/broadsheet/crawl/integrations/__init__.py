"""Adapters that call `broadsheet.crawl.batch` from Scrapy, datatrove and Spark.

Each imports its library, which no extra of Broadsheet installs.
"""
