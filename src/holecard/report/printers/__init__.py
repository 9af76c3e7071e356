"""A sheet as PDF, HTML and Markdown."""
