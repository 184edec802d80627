"""Shards to captures: what a crawl has of each page, whatever its files look like. No Beam."""
