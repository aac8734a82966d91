"""How fast the engine is, measured against bars and, where machines differ, as ratios within one run."""
