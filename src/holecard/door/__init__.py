"""The front door: what `import holecard` gives, where that takes more than a name.

Two of its names, `odds` and `hand`, are also those of a room and of a file. Python makes a
submodule an attribute of its package when it is imported for the first time; so both are imported
here, before the package takes the functions, and nothing imported later takes the names away. Rooms
that need a compiler are imported when a function is called.
"""

import holecard.hand
import holecard.odds  # noqa: F401
