// Work that a weak phone feels, such as starting to fetch a part: one piece in each task, so that the page answers in between.

const waiting: (() => unknown)[] = [];

export function inTurn(work: () => unknown): void {
  waiting.push(work);
  if (waiting.length === 1) setTimeout(doNext);
}

function doNext(): void {
  try {
    waiting[0]?.();
  } finally {
    waiting.shift();
    if (waiting.length > 0) setTimeout(doNext);
  }
}
