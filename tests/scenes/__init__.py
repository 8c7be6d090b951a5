"""Each scene kind, frame by frame."""
