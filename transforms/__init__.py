"""Files in, files out: what stands between a page and the extractors.

Names are imported from the modules: pyarrow is only worth its start-up where it is used.
"""
