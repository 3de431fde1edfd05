// @ts-check
// A worker that ticks for its page. Browsers slow down the timers of a page that is hidden, down to one a
// minute; those of its workers they let run.

setInterval(() => postMessage(null), 500);
