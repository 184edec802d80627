"""Shards in, files out: the steps of the crawl job, on Beam and without it.

Names are imported from the modules: pyarrow is only worth its start-up where it is used.
"""
