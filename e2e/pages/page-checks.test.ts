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
