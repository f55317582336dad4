"""Claims, errata and analyses as text, LaTeX and HTML.  Imports claims."""
