"""How Sphinx builds the site: `make docs`. The pages are the Markdown files of this folder."""

from __future__ import annotations

import lastcard

project = "lastcard"
author = "The lastcard authors"
project_copyright = "the lastcard authors"
version = release = lastcard.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_heading_anchors = 4  # docs/rules.md#c4 and the like
myst_enable_extensions = ["colon_fence"]
nitpicky = False
exclude_patterns: list[str] = []

html_theme = "furo"
html_title = "lastcard"
html_static_path: list[str] = []

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_default_options = {"members": True, "show-inheritance": False}
