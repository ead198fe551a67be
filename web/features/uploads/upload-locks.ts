// Which tab sends an upload: what another one has in hand is left to it. Where the browser has no locks (plain http), nothing goes on by itself.

const nameOf = (upload: string) => `topout-upload-${upload}`;
/** A lock is held until the tab is closed. */
const untilClosed = () => new Promise<void>(() => undefined);

const locks = () => (navigator as Partial<Navigator>).locks;

/** Of files that were just chosen here: whoever chose them is not asked. */
export function holdUpload(upload: string): void {
  void locks()
    ?.request(nameOf(upload), { mode: 'shared' }, untilClosed)
    .catch(() => undefined);
}

/** Whether it is this tab's to go on with. */
export function takeUpload(upload: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = locks()?.request(nameOf(upload), { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? untilClosed() : undefined;
    });
    if (asked) asked.catch(() => resolve(false));
    else resolve(false);
  });
}
