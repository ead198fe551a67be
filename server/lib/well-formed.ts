// Text that any reader and PostgreSQL can take.

/** Half a character is none: mail programs and databases refuse it. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}
