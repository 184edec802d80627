"""Crawls that never happened: pages in many languages, in shards as crawlers write them."""
