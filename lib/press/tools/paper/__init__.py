"""The book on paper: the site's lectures joined into one document, printed or bound as an EPUB."""
