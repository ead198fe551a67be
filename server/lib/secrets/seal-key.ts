// The key that signs seals (Ed25519). It follows from the secret, and so is kept and shared with it.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';

/** `publicKey`: SubjectPublicKeyInfo in base64, as every library reads it. */
export type SealKey = { id: string; publicKey: string; sign(text: string): string };

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The same secret always has the same key: whatever server asks, after each restart. */
export function sealKeyOf(secret: string): SealKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, 'topout', 'seals', 32));
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    id: createHash('sha256').update(spki).digest('hex').slice(0, 16),
    publicKey: spki.toString('base64'),
    sign: (text) => signBytes(null, Buffer.from(text), key).toString('base64'),
  };
}

/** False for a signature of anything else, by another key, or one that is none. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verifyBytes(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
