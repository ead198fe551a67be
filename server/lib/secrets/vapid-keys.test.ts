// The keys for push follow from the secret.
import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { vapidKeysOf } from './vapid-keys.ts';

test('the keys are those of the secret at every start, and others with another secret', () => {
  const keys = vapidKeysOf('c0ncrete-and-steel-and-glass-and-wood');
  expect(vapidKeysOf('c0ncrete-and-steel-and-glass-and-wood')).toEqual(keys);
  expect(vapidKeysOf('another secret').publicKey).not.toBe(keys.publicKey);
});

test('the public key belongs to the private one and has the form that browsers take', () => {
  const { publicKey, privateKey } = vapidKeysOf('x');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  expect(curve.getPublicKey('base64url')).toBe(publicKey);
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
});
