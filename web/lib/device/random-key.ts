// Keys that nobody else makes: of one attempt to write, of an entry of the history.

/** crypto.randomUUID is missing on plain http. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
