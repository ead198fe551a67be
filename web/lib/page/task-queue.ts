// Work that a weak phone feels, such as starting to fetch a part: one piece in each task, so that the page answers in between.

const waiting: (() => unknown)[] = [];

/** What was asked for first is done first; one that throws keeps nothing after it from being done. */
export function queueTask(work: () => unknown): void {
  waiting.push(work);
  if (waiting.length === 1) schedule();
}

/** Timers of a page that nobody sees come once a second, and nothing has to answer there. */
function schedule(): void {
  if (document.hidden) queueMicrotask(doNext);
  else setTimeout(doNext);
}

function doNext(): void {
  try {
    waiting[0]?.();
  } finally {
    waiting.shift();
    if (waiting.length > 0) schedule();
  }
}
