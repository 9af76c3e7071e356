"""Where exact odds and simulation meet: the same way of playing, counted and dealt."""
