"""Practice in the browser: routes and pages."""
