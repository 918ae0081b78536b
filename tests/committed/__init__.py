"""What each page says of its committed values, held against what is committed of it."""
