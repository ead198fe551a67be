// A built browser part in a folder of its own, without components: pages come as the frame with their data.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const frame =
  '<html lang="en"><head><title>Topout</title><link rel="preload" as="font" type="font/woff2" crossorigin href="/latin.woff2"><style data-typeface>@font-face{font-family:I;src:url(/latin.woff2)}</style><link rel="stylesheet" crossorigin href="/assets/index-1.css"><style media="print" data-fonts>@font-face{font-family:I;src:url(/i.woff2)}</style></head><body><div id="root"></div></body></html>';
const styles = '@font-face{src:local("Arial")}.a::after{content:"$&"}';
const files = {
  starter: '/assets/starter.js',
  application: ['application.js'],
  entrances: { '/': ['landing.js'], '/login': ['login.js'] },
  pages: [{ source: 'features/sessions/list/sessions-page.tsx', files: ['sessions-page.js', 'list.js'] }],
};

/** The folder; whoever asks for it removes it. */
export function makeBuiltPages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'topout-pages-'));
  for (const inside of ['.vite', 'assets']) mkdirSync(join(folder, inside));
  writeFileSync(join(folder, 'assets/index-1.css'), styles);
  writeFileSync(join(folder, 'index.html'), frame);
  writeFileSync(join(folder, '.vite/pages.json'), JSON.stringify(files));
  return folder;
}

/** What stands as JSON in the page's element of that id; null where there is none. */
export function dataIn(html: string, id: string): unknown {
  return JSON.parse(new RegExp(`id="${id}">([^<]*)</script>`).exec(html)?.[1] ?? 'null');
}
