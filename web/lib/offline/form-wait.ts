// How long a form stays open while it is sent, and who handles the response: the form, or the outbox.

export type FormWait = ReturnType<typeof createFormWait>;

/** Either the form takes the response or it learns that the item waits, never both: a refusal that the form shows is not stored. */
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
    /** Whether the form is still open: then the response is its own, whatever has to be done with it first. */
    claim(): boolean {
      if (isOpen) clearTimeout(timer);
      return isOpen;
    },

    /** The response; after the timeout it throws the error from `late`, and the response goes nowhere. */
    async first<T>(answer: Promise<T>, late: () => Error): Promise<T> {
      answer.catch(() => undefined).finally(() => clearTimeout(timer));
      const leave = tooLong.then((): never => {
        throw late();
      });
      return Promise.race([answer, leave]);
    },
  };
}
