"""`python -m lastcard`."""

import sys

from .cli import main

sys.exit(main())
