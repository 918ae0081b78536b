"""What others printed: their numbers, a verdict on each, and their slips replayed."""

from orchard.pages.studies.printed.sources import errata, game_of, published, published_matrix

__all__ = ["errata", "game_of", "published", "published_matrix"]
