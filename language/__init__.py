"""How a storyboard is written: YAML with places, the frozen model, text with values."""
