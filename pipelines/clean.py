"""The crawl job: shards in, pages and nodes out. This is the straight line."""

import apache_beam as beam
from apache_beam.pvalue import PCollection

from transforms.audit_shards import AuditShards
from transforms.conclude import Conclude
from transforms.config import CleanConfig
from transforms.extract_content import ExtractContent
from transforms.list_shards import ListShards
from transforms.plan_units import PlanUnits
from transforms.read_pages import ReadPages
from transforms.reports import Summary
from transforms.write_units import WriteUnits


def clean(
    pipeline: beam.Pipeline, config: CleanConfig, slots: str | None = None
) -> PCollection[Summary]:
    """Adds the job to `pipeline`; the result is the sum of all shards."""
    return (
        pipeline
        | ListShards(config.output)
        | PlanUnits(config)
        | ReadPages(config)
        | ExtractContent(config, slots)
        | WriteUnits(config, slots)
        | AuditShards(config)
        | Conclude(config)
    )
