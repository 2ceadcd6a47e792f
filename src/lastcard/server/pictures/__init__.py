"""What others see of a link before they open it: tags for the head of a page, and pictures as PNG."""
