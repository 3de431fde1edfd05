"""Reports over HTTP: as a page, behind a link, on paper, with the scorecard."""
