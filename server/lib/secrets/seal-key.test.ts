// The claims about the key of seals: it follows from the secret, and only what it signed verifies.
import { expect, test } from 'vitest';
import { isSignedBy, sealKeyOf } from './seal-key.ts';

const secret = 'c0ncrete-and-steel-and-glass-and-wood';

test('the key is that of the secret at every start, and another with another secret', () => {
  const [one, again, other] = [sealKeyOf(secret), sealKeyOf(secret), sealKeyOf(`${secret}!`)];
  expect([again.id, again.publicKey, again.sign('x')]).toEqual([one.id, one.publicKey, one.sign('x')]);
  expect(other.id).not.toBe(one.id);
});

test('what it signed verifies, and nothing else does', () => {
  const key = sealKeyOf(secret);
  const signature = key.sign('{"number":1}');
  expect(isSignedBy(key.publicKey, '{"number":1}', signature)).toBe(true);
  expect(isSignedBy(key.publicKey, '{"number":2}', signature)).toBe(false);
  expect(isSignedBy(sealKeyOf('another').publicKey, '{"number":1}', signature)).toBe(false);
  for (const broken of ['', 'no signature', signature.slice(4)])
    expect(isSignedBy(key.publicKey, '{"number":1}', broken)).toBe(false);
  expect(isSignedBy('no key', '{"number":1}', signature)).toBe(false);
});
