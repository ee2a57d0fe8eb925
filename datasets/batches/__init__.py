"""What networks are trained on: windows of scenes and crops of tiles. May import `optics`, `scenes` and `vision`."""
