"""The job on the runner that Beam brings along: all cores of this machine, nothing to install."""

import apache_beam as beam
from apache_beam.options.pipeline_options import PipelineOptions
from apache_beam.portability.api import beam_provision_api_pb2
from apache_beam.runners.portability.fn_api_runner import fn_runner
from apache_beam.runners.portability.portable_runner import JobServiceHandle

from pipelines.clean import clean
from transforms.config import CleanConfig


def run_embedded(config: CleanConfig, slots: str, workers: int) -> None:
    """Runs the job once, and returns when it is done."""
    options = PipelineOptions(direct_running_mode="multi_processing", direct_num_workers=workers)
    pipeline = beam.Pipeline(runner=_local_runner(options), options=options)
    clean(pipeline, config, slots)
    pipeline.run().wait_until_finish()


def _local_runner(options: PipelineOptions) -> fn_runner.FnApiRunner:
    """The embedded runner. Made by name, it would not pass its options on to its workers."""
    encoded = JobServiceHandle.encode_pipeline_options(options.get_all_options())
    info = beam_provision_api_pb2.ProvisionInfo(pipeline_options=encoded)
    return fn_runner.FnApiRunner(provision_info=fn_runner.ExtendedProvisionInfo(info))
