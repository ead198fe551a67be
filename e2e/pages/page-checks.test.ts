// The scan of accessibility judges each way of colouring text once: it must miss none.
import { expect, test } from '@playwright/test';
import { scan } from '#e2e/page-checks.ts';

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
    await expect(scan(page, 'html', 500)).rejects.toThrow('color-contrast');
  }
  await page.setContent(pageWith('<p>Readable</p><div style="background: #444"><p>On another ground</p></div>'));
  await expect(scan(page, 'html', 500)).rejects.toThrow('color-contrast');
  await page.setContent(pageWith('<p>Readable</p><button></button>'));
  await expect(scan(page, 'html', 500)).rejects.toThrow('button-name');
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
