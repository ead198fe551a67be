// What sending a file comes to, and what an answer of the server means for it.

/** `stop` leaves what is there. */
export type Sending = { stop(): void };
export type SendFile = (
  file: { id: string; blob: Blob },
  on: {
    sent(bytes: number): void;
    kept(): void;
    refused(sentence: string): void;
    /** The device does not give its bytes any more. */
    unreadable(): void;
    failed(loginEnded: boolean): void;
  },
) => Sending;

/**
 * The outcome of a file whose part got this response: 'again' if the connection or server was down or too slow (408: the part took longer
 * than the server waits), or if another request of this file is just ending (409, 423).
 */
export function outcomeOfPart(status: number): 'again' | 'login' | 'refused' {
  return [409, 423].includes(status) ? 'again' : outcomeOf(status);
}

/** The same of every other call. */
export function outcomeOf(status: number): 'again' | 'login' | 'refused' {
  if (status === 401) return 'login';
  return [0, 408, 425, 429].includes(status) || status >= 500 ? 'again' : 'refused';
}
