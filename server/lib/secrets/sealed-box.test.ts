// The claims about sealed boxes: only their own key opens them, and only unchanged.
import { expect, test } from 'vitest';
import { createSealedBox } from './sealed-box.ts';

const secret = 'c0ncrete-and-steel-and-glass-and-wood';

test('what a box has sealed it opens, and it looks different each time', () => {
  const box = createSealedBox(secret, 'letters');
  const [one, other] = [box.seal('Dear Ada, ∅'), box.seal('Dear Ada, ∅')];
  expect(box.open(one)).toBe('Dear Ada, ∅');
  expect(one.equals(other)).toBe(false);
  expect(one.includes('Ada')).toBe(false);
});

test('another secret, another purpose and a changed byte open nothing', () => {
  const sealed = createSealedBox(secret, 'letters').seal('Dear Ada');
  expect(createSealedBox(`${secret}!`, 'letters').open(sealed)).toBeNull();
  expect(createSealedBox(secret, 'tokens').open(sealed)).toBeNull();
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] as number) ^ 1;
    expect(createSealedBox(secret, 'letters').open(changed)).toBeNull();
  }
  expect(createSealedBox(secret, 'letters').open(Buffer.alloc(3))).toBeNull();
});
