// @ts-check
// Runs before the first paint, so that a chosen theme never flashes; therefore no module.
{
  const chosen = (() => {
    try { return localStorage.getItem("theme"); } catch { return null; } // storage refused: follow the system
  })();
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
