// Signals that end others: what newer browsers have as AbortSignal.any, for phones from before 2024 too.

/** Ends `controller` with the other one; answers how to stop listening. */
export function endWith(controller: AbortController, other: AbortSignal | undefined): () => void {
  const leave = () => controller.abort(other?.reason);
  if (other?.aborted) leave();
  other?.addEventListener('abort', leave);
  return () => other?.removeEventListener('abort', leave);
}
