"""HTTP: the API, the pages and the socket, on `app` alone."""
