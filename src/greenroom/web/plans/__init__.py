"""Plans in the browser: routes and pages."""
