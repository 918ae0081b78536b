"""What one or two notebooks need: many games, dice of all kinds, large orchards, what others printed."""
