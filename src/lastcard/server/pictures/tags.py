"""The tags in the head of a page that other programs show a link by (Open Graph, and Twitter's)."""

from __future__ import annotations

from html import escape

from .drawing import HEIGHT, WIDTH
from .facts import Facts


def tags(facts: Facts, url: str, image: str | None, icon: str) -> str:
    """The tags of a page at this whole address; `image` is that of its picture, `icon` what else there is."""
    pairs = [
        ("og:site_name", "lastcard"),
        ("og:type", "website"),
        ("og:title", facts.title),
        ("og:description", facts.about),
        ("og:url", url),
        ("og:image", icon if image is None else image),
        ("og:image:type", "image/png"),
    ]
    if image is not None:
        size = [("og:image:width", str(WIDTH)), ("og:image:height", str(HEIGHT))]
        pairs += [*size, ("og:image:alt", f"{facts.title}. {facts.about}")]
    named = [
        ("twitter:card", "summary" if image is None else "summary_large_image"),
        ("twitter:title", facts.title),
        ("twitter:description", facts.about),
        ("twitter:image", icon if image is None else image),
    ]
    return "".join(
        [
            *(f'<meta property="{name}" content="{escape(value)}">' for name, value in pairs),
            *(f'<meta name="{name}" content="{escape(value)}">' for name, value in named),
        ]
    )
