// The limited store of open pictures.
import { expect, test } from 'vitest';
import { createPictureStore } from './make-time-lapse.ts';

/** Counts open pictures. */
function counted() {
  const count = { open: 0, most: 0, made: 0 };
  const make = () => {
    count.open += 1;
    count.made += 1;
    count.most = Math.max(count.most, count.open);
    return {
      release() {
        count.open -= 1;
      },
    };
  };
  return { count, make };
}

test('never more pictures are open than the limit, however long the film is', async () => {
  const { count, make } = counted();
  const store = createPictureStore({ load: async () => make(), limit: 3 });
  for (let index = 0; index < 200; index++) {
    const before = index > 0 ? await store.take(index - 1) : null;
    const next = await store.take(index);
    expect(next).not.toBe(before);
  }
  expect(count).toMatchObject({ most: 3, made: 200 });
  store.close();
  expect(count.open).toBe(0);
});

test('an unavailable picture takes no room and is asked for again', async () => {
  const { count, make } = counted();
  let tries = 0;
  const store = createPictureStore({ load: async () => (++tries > 1 ? make() : null) });
  expect(await store.take(0)).toBeNull();
  expect(await store.take(0)).not.toBeNull();
  expect(count.open).toBe(1);
});

test('what comes after the store was closed is let go at once', async () => {
  const { count, make } = counted();
  const store = createPictureStore({ load: async () => make() });
  const asked = store.take(0);
  store.close();
  expect(await asked).toBeNull();
  expect(count).toMatchObject({ made: 1, open: 0 });
});
