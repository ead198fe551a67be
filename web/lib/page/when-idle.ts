// Work for when nothing else is to do.

/** Answers how to give up. Safari knows no idle callback. */
export function whenIdle(work: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, 1500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => work());
  return () => cancelIdleCallback(handle);
}
