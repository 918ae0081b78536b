"""What notebooks and site need besides the game: parameters, files, pictures, and studies of a page or two."""
