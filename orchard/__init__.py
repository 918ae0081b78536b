"""The game of Orchard: its rules, its exact solution and its simulation."""
