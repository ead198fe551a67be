// How long a form stands while what it sent is under way, and whose the answer is: the form's, or that of what waits.

export type FormWait = ReturnType<typeof createFormWait>;

/** Either the form takes the answer or it is told that it waits, never both: a refusal that the form reads is kept no longer. */
export function createFormWait(milliseconds: number) {
  let isOpen = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      isOpen = false;
      resolve();
    }, milliseconds);
  });
  return {
    /** Whether the form is still there: then the answer is its own, whatever has to be done with it first. */
    claim(): boolean {
      if (isOpen) clearTimeout(timer);
      return isOpen;
    },

    /** The answer; after so long what `late` makes is thrown, and the answer goes nowhere. */
    async first<T>(answer: Promise<T>, late: () => Error): Promise<T> {
      answer.catch(() => undefined).finally(() => clearTimeout(timer));
      const leave = tooLong.then((): never => {
        throw late();
      });
      return Promise.race([answer, leave]);
    },
  };
}
