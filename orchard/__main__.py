"""`python -m orchard`: see `orchard.cli`."""

import sys

from orchard.cli import main

sys.exit(main())
