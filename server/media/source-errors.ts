// Why media cannot be loaded, each in a sentence that somebody can act on.

export type MediaErrorCode =
  | 'not_bound'
  | 'not_configured'
  | 'not_shared'
  | 'not_found'
  | 'misconfigured'
  | 'busy'
  | 'unreachable'
  | 'forbidden_address'
  | 'too_large'
  | 'bad_range'
  | 'no_picture';

/** Why media cannot be loaded; the message is a sentence that an admin or a photographer can act on. */
export class MediaError extends Error {
  readonly code: MediaErrorCode;
  constructor(code: MediaErrorCode, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

const forCrews: Partial<Record<MediaErrorCode, string>> = {
  not_configured: 'Google Drive is not set up here yet: ask an admin to set it up.',
  misconfigured: 'Google Drive does not accept the settings of this product: ask an admin to check them.',
};

/** The sentence of an error for everybody who cannot change the settings: it names none. */
export function messageForCrew({ code, message }: MediaError): string {
  return forCrews[code] ?? message;
}

/** The host is busy or unreachable: the same request may succeed later. */
export function isTransient(error: unknown): boolean {
  return error instanceof MediaError && (error.code === 'busy' || error.code === 'unreachable');
}
