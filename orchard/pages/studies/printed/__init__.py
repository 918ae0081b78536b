"""What others printed: their numbers, a verdict on each, and their slips replayed."""

from orchard.pages.studies.printed import replayed as replayed
from orchard.pages.studies.printed.sources import batches, errata, game_of, published, published_matrix, table_1

__all__ = ["batches", "errata", "game_of", "published", "published_matrix", "table_1"]
