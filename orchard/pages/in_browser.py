"""What a kernel in a browser runs before a page's first cell: it keeps quiet about what a browser has not."""

import logging

from tqdm import tqdm

logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)  # that it looks for fonts, in red
tqdm.monitor_interval = 0  # a thread that would look after bars
