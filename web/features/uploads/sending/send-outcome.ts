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
 * What comes of a file whose part was answered so: 'again' for a line or a server that was away or too slow (408: the part took longer than
 * the server waits), and where another request of this file is just ending (409, 423).
 */
export function outcomeOfPart(status: number): 'again' | 'login' | 'refused' {
  return [409, 423].includes(status) ? 'again' : outcomeOf(status);
}

/** The same of every other call. */
export function outcomeOf(status: number): 'again' | 'login' | 'refused' {
  if (status === 401) return 'login';
  return [0, 408, 425, 429].includes(status) || status >= 500 ? 'again' : 'refused';
}
