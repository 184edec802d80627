"""Main content extraction: published methods over one parse of a page.

from extractors import extract

extraction = extract(html)
extraction.text, extraction.title, extraction.status
"""

from extractors.blocks import Block as Block
from extractors.blocks import Blocks as Blocks
from extractors.blocks import Label as Label
from extractors.decode import Charset as Charset
from extractors.decode import CharsetRule as CharsetRule
from extractors.extraction import FORMATS as FORMATS
from extractors.extraction import Comparison as Comparison
from extractors.extraction import Extraction as Extraction
from extractors.extraction import extract as extract
from extractors.extraction import extract_many as extract_many
from extractors.extractor import Extractor as Extractor
from extractors.nodes import Nodes as Nodes
from extractors.page import Limits as Limits
from extractors.page import Page as Page
from extractors.registry import EXTRACTORS as EXTRACTORS
from extractors.registry import UnknownExtractorError as UnknownExtractorError
from extractors.selection import Reason as Reason
from extractors.selection import Selection as Selection
from extractors.status import Status as Status
