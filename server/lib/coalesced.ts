// One run at a time of something that is asked for often.

/** `run` must not throw; what is asked for while it runs is one more run after it. */
export function coalesced(run: () => Promise<void>): () => void {
  let isRunning = false;
  let again = false;
  return function start() {
    again = isRunning;
    if (isRunning) return;
    isRunning = true;
    void run().finally(() => {
      isRunning = false;
      if (again) start();
    });
  };
}
