"""The mathematics: exact numbers, matrices, their facts, and the motion of a map. No pictures."""
