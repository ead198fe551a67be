// The addresses of pictures in digests: signed, each for one picture, one reader and one digest, and for sixty days (behaviour §18.5).
import * as z from 'zod/mini';
import { type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import { addressNameOf } from '#server/features/media/address-names.ts';
import { isOpenStill, mailPictures } from '#server/features/notifications/deliveries/mail-pictures.ts';
import { createTokenSigner } from '#server/lib/secrets/signed-token.ts';

/** `file`: its id, and of an address the name that follows from it. `digestAt`: until when the digest tells of what is new; with its reader there is one of them. */
export type MailPicture = { reader: number; digestAt: string; sessionId: number; kind: MediaKind; file: string };

const Payload = z.tuple([z.number(), z.string(), z.number(), z.enum(mediaKinds), z.string()]);

const signerOf = (secret: string) => createTokenSigner(secret, 'digest picture');

export function pictureAddress(secret: string, { reader, digestAt, sessionId, kind, file }: MailPicture): string {
  return `${mailPictures}/${signerOf(secret).sign([reader, digestAt, sessionId, kind, addressNameOf(file)])}`;
}

/** null: forged, changed, or of a digest that is too old. */
export function readPictureToken(secret: string, token: string, now = Date.now()): MailPicture | null {
  const signed = signerOf(secret).verify(token);
  if (signed === undefined) return null;
  const [reader, digestAt, sessionId, kind, file] = z.parse(Payload, signed);
  return isOpenStill(digestAt, now) ? { reader, digestAt, sessionId, kind, file } : null;
}
