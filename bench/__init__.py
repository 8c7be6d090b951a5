"""What films cost: figures that are measured, never promised."""
