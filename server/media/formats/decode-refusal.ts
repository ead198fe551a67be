// Why a picture is not decoded.

import { MediaError, type MediaErrorCode } from '#server/media/source-errors.ts';
import { tooLargeSentence } from './decode-need.ts';

export type Refusal = Extract<MediaErrorCode, 'too_large' | 'busy' | 'no_picture'>;

const sentences: Record<Refusal, string> = {
  too_large: tooLargeSentence,
  busy: 'Too many pictures are being made at the moment: try again in a minute',
  no_picture: 'This file cannot be read as a picture: it may be damaged',
};

export function refusal(code: Refusal): MediaError {
  return new MediaError(code, sentences[code]);
}
