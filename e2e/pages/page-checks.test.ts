// The scan of accessibility judges each way of colouring text once: it must miss none.
import { expect, test } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { type Coloured, waysOfText } from '#e2e/contrast.ts';
import { axeSource, scan } from '#e2e/page-checks.ts';

/** How long, in milliseconds, a barrier is looked at again: time for one look on a busy machine. */
const settled = 2_000;

const pageWith = (body: string) =>
  `<!doctype html><html lang="en"><title>Scanned</title><style>body { color: #111; background: #fff }
    @media (prefers-color-scheme: dark) { body { color: #eee; background: #111 } }</style><main><h1>Scanned</h1>${body}</main></html>`;

test('a scan finds pale text in either scheme, also after the rest of the page was found readable', async ({
  page,
}) => {
  await page.setContent(pageWith('<p>Readable</p>'));
  await scan(page);
  for (const colour of ['#ddd', '#333', 'light-dark(#111, #333)']) {
    await page.setContent(pageWith(`<p>Readable</p><p style="color-scheme: light dark; color: ${colour}">Pale</p>`));
    await expect(scan(page, 'html', settled)).rejects.toThrow('color-contrast');
  }
  await page.setContent(pageWith('<p>Readable</p><div style="background: #444"><p>On another ground</p></div>'));
  await expect(scan(page, 'html', settled)).rejects.toThrow('color-contrast');
  await page.setContent(pageWith('<p>Readable</p><button></button>'));
  await expect(scan(page, 'html', settled)).rejects.toThrow('button-name');
});

/** Texts whose own colour and three grounds are taken in turn; some grounds let the one below through, some do not. */
function colouredTexts(count: number): string {
  const next = (at: number, step: number) => (at * step + 17) % 256;
  const ground = (at: number, step: number) =>
    `rgba(${next(at, step)}, ${next(at, step + 2)}, ${next(at, step + 4)}, ${[1, 0.5, 0, 0.8][(at * step) % 4]})`;
  const moved = ['', 'position: relative; left: 400px', 'opacity: 0.6', 'position: absolute; left: 500px'];
  return Array.from({ length: count }, (_, at) => {
    const text = `<p id="t${at}" style="color: ${ground(at, 67).replace(/[\d.]+\)$/, '1)')}">Text</p>`;
    const inner = `<div style="background: ${ground(at, 41)}; ${moved[at % 5] ?? ''}">${text}</div>`;
    return `<div style="background: ${ground(at, 29)}"><div style="background: ${ground(at, 53)}">${inner}</div></div>`;
  }).join('');
}

test('text that is taken for readable without axe is readable for axe too', async ({ page }) => {
  await page.setContent(pageWith(colouredTexts(400)));
  await page.evaluate(axeSource);
  const ways = await page.evaluate(waysOfText, ['main', '[data-none]'] as const);
  const plain = ways.flatMap(({ isPlain }, at) => (isPlain ? [at] : []));
  const pale = await page.evaluate(async () => {
    const { axe, textByWay } = window as unknown as Coloured & { axe: { run(how: object): Promise<AxeResults> } };
    const { violations } = await axe.run({ runOnly: ['color-contrast'], resultTypes: ['violations'] });
    const targets = violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join()));
    return Array.from(textByWay.values(), (text, at) => (targets.includes(`#${text.id}`) ? at : -1));
  });
  expect(plain.length).toBeGreaterThan(10);
  expect(pale.filter((at) => at >= 0).length).toBeGreaterThan(50);
  expect(plain.filter((at) => pale.includes(at))).toEqual([]);
});

test('a scan finds text that is pale where it stands, whatever its parent is', async ({ page }) => {
  const dark = 'position: absolute; top: 200px; left: 0; width: 300px; height: 60px; background: #222';
  for (const body of [
    '<div style="opacity: 0.3"><p>Faint</p></div>',
    `<div style="${dark}"></div><p style="position: absolute; top: 210px; left: 10px">On another ground</p>`,
    '<div style="background: rgb(0 0 0 / 70%)"><p>Behind a dark film</p></div>',
  ]) {
    await page.setContent(pageWith(`<p>Readable</p>${body}`));
    await expect(scan(page, 'html', settled), body).rejects.toThrow('color-contrast');
  }
});

type Box = [left: number, top: number, width: number, height: number];
const at = (...[left, top, width, height]: Box) =>
  `<button style="position: absolute; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px">A</button>`;

test('a scan finds targets that are small beside others or lie under them, and lets alone those that stand apart', async ({
  page,
}) => {
  const free = [
    at(100, 100, 16, 16) + at(100, 180, 16, 16),
    at(100, 100, 24, 24) + at(124, 100, 24, 24),
    at(100, 100, 90, 60) + at(110, 130, 30, 30),
  ];
  const faulty = [
    at(100, 100, 16, 16) + at(118, 100, 16, 16),
    at(100, 100, 24, 24) + at(112, 100, 40, 24),
    at(100, 100, 60, 40) + at(110, 110, 40, 24),
    at(100, 100, 40, 8) + at(100, 108, 40, 40),
  ];
  for (const body of free) {
    await page.setContent(pageWith(body));
    await scan(page);
  }
  for (const body of faulty) {
    await page.setContent(pageWith(body));
    await expect(scan(page), body).rejects.toThrow('target-size');
  }
});
