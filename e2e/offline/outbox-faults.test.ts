// The outbox under every fault at once: six rounds in each run, two hundred in `npm run bench -- outbox`.
import { writeFileSync } from 'node:fs';
import { expect, test } from '#e2e/fixtures.ts';
import { runFaults } from '#e2e/outbox-faults.ts';

const rounds = Number(process.env.OUTBOX_ROUNDS ?? 6);
const seed = Number(process.env.OUTBOX_SEED ?? 1);

test('whatever fails, each thing arrives exactly once or is still shown as not sent with its content', async ({
  product,
}) => {
  test.setTimeout(60_000 + rounds * 5000);
  const figures = await runFaults(product.url, rounds, seed);
  if (process.env.OUTBOX_FIGURES) writeFileSync(process.env.OUTBOX_FIGURES, JSON.stringify(figures));
  expect(figures.written).toBeGreaterThanOrEqual(rounds);
  expect(figures).toMatchObject({ lost: 0, twice: 0 });
  // The six kinds of things come in turn, and each fault is met by one of them.
  expect(Object.entries(figures.met).filter(([, times]) => times === 0)).toEqual([]);
});
