"""What one or two notebooks need: many games at once, dice of all kinds, large orchards, a game in play, what others
printed."""
