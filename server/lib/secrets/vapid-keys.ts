// The key pair by which push hosts know this installation (VAPID). It follows from the secret, and so is kept and shared with it.
import { createECDH, hkdfSync } from 'node:crypto';

export type VapidKeys = { publicKey: string; privateKey: string };

/** The same secret always has the same keys: whatever process asks, after each restart. */
export function vapidKeysOf(secret: string): VapidKeys {
  for (let nth = 0; ; nth++) {
    const privateKey = Buffer.from(hkdfSync('sha256', secret, '', `topout push ${nth}`, 32));
    const curve = createECDH('prime256v1');
    try {
      curve.setPrivateKey(privateKey);
    } catch {
      // One in 2³² numbers is none of the curve's.
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
  }
}
