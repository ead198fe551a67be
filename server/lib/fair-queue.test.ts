// The claims about the fair queue.
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

function queueOf(options: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const full = () => new Error('full');
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 100, maxWaitingEach: 50, full, ...options });
  const done: string[] = [];
  const add = (...keys: string[]) =>
    queue.run(keys, async () => {
      await delay(0);
      done.push(keys.join(' '));
    });
  return { queue, done, add };
}

test('whoever has much waiting does not hold up those who have little', async () => {
  const { add, done } = queueOf();
  const all = [...Array.from({ length: 6 }, () => add('flood')), add('ada'), add('bola'), add('ada')];
  await Promise.all(all);
  expect(done).toEqual(['flood', 'flood', 'ada', 'bola', 'flood', 'ada', 'flood', 'flood', 'flood']);
});

test('turns are taken at every level', async () => {
  const { add, done } = queueOf();
  const busy = add('busy', '-');
  const flood = Array.from({ length: 3 }, (_, nth) => [add('here', 'many'), add('here', `one ${nth}`)]).flat();
  await Promise.all([busy, ...flood, add('there', 'ada')]);
  expect(done).toEqual([
    'busy -',
    'here many',
    'there ada',
    'here one 0',
    'here one 1',
    'here one 2',
    'here many',
    'here many',
  ]);
});

test('as many run at a time as allowed, and a failure ends its turn', async () => {
  const { queue } = queueOf({ concurrency: 2 });
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await delay(1);
    running--;
    throw new Error('failed');
  };
  const all = await Promise.allSettled(Array.from({ length: 7 }, (_, nth) => queue.run([`person ${nth}`], work)));
  expect(all.map(({ status }) => status)).toEqual(new Array(7).fill('rejected'));
  expect(most).toBe(2);
  const atOnce = queue.run(['ada'], () => {
    throw new Error('at once');
  });
  await expect(atOnce).rejects.toThrow('at once');
  expect(await queue.run(['ada'], async () => 'fine')).toBe('fine');
});

test('one may only have so much waiting, and all together too', async () => {
  const { queue, add } = queueOf({ maxWaiting: 5, maxWaitingEach: 3 });
  const taken = [add('busy'), add('flood'), add('flood'), add('flood')];
  expect(queue.waiting('flood')).toBe(3);
  expect(() => add('flood')).toThrow('full');
  taken.push(add('ada'), add('bola'));
  expect(() => add('chidi')).toThrow('full');
  await Promise.all(taken);
  expect(queue.waiting('flood')).toBe(0);
  await add('chidi');
});

test('one who fills the queue leaves room for whoever comes', async () => {
  const { queue } = queueOf({ concurrency: 3, concurrencyEach: 2 });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const add = (key: string) =>
    queue.run([key], () => {
      started.push(key);
      return new Promise<void>((end) => ends.push(end));
    });
  const all = [add('flood'), add('flood'), add('flood'), add('ada')];
  await delay(0);
  expect(started).toEqual(['flood', 'flood', 'ada']);
  while (ends.length > 0) {
    ends.shift()?.();
    await delay(0);
  }
  await Promise.all(all);
  expect(started).toEqual(['flood', 'flood', 'ada', 'flood']);
});
