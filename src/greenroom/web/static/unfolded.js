// @ts-check
// An address with a # leads to its place, also when that is folded up.

function unfold() {
  let id = "";
  try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; } // no address of ours
  const place = id ? document.getElementById(id) : null;
  if (!place) return;
  let folded = false;
  for (let one = place.closest("details"); one; one = one.parentElement?.closest("details") ?? null) {
    folded ||= !one.open;
    one.open = true;
  }
  if (folded) place.scrollIntoView();
}

export function unfolded() {
  addEventListener("hashchange", unfold);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.hash && link.href === location.href) unfold(); // pressed again: the address does not change
  });
  unfold();
}
