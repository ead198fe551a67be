// The claims about pages in an archive: they lead nowhere else, and say what was written as it was.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { HandoverContent, HandoverPage } from '#contract/sharing/handover-pages.ts';
import { HandedPage } from './page.tsx';

const visit: HandoverContent = {
  kind: 'visit',
  captureDate: '2026-03-04',
  site: 'Block <A>',
  phase: 'foundation',
  notes: 'Line one\n<script>alert(1)</script>',
  record: 'records/2026-03-04 Block (1).json',
  tabs: [
    {
      label: 'Drone photos',
      pictures: [{ name: 'a&b.jpg', path: 'files/2026 (1)/a#b%.jpg', small: 'small/1/0.jpg' }],
      files: [{ name: 'plan.pdf', path: 'files/plan.pdf', isVideo: false }],
      missing: [{ name: '360° tour', reason: 'Shown by another host', elsewhere: 'https://tours.example/1' }],
    },
  ],
};

function render(content: HandoverContent, up: HandoverPage['up']): string {
  const page = {
    brand: { name: 'Acme & Sons', colour: '#1a5fb4' },
    project: 'Tower',
    madeOn: '2026-11-28',
    up,
    content,
  };
  return renderToStaticMarkup(<HandedPage page={page} />);
}

test('a page of a visit leads to files of the archive alone, but for players of other hosts', () => {
  const html = render(visit, '../');
  const addresses = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address);
  expect(addresses).toContain('../files/2026%20(1)/a%23b%25.jpg');
  expect(addresses.filter((address) => !address.startsWith('../'))).toEqual(['https://tours.example/1']);
});

test('what people wrote is text on it', () => {
  const html = render(visit, '../');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('Block &lt;A&gt; · Foundation');
});

test('pages with a script load it from the archive, and no modules, which browsers refuse from a stick', () => {
  expect(render({ kind: 'compare' }, '')).toMatch(
    /<script src="site\/data\.js" defer="">.*<script src="site\/site\.js" defer="">/s,
  );
  expect(render({ kind: 'viewpoints', viewpoints: [] }, '')).not.toContain('data.js');
  expect(render(visit, '../')).not.toContain('<script');
});

test('pages without anything say so', () => {
  expect(render({ kind: 'concerns', concerns: [] }, '')).toContain('No concerns were raised about these visits.');
  expect(render({ kind: 'stages', lists: [] }, '')).toContain('This project has no stages.');
  expect(render({ kind: 'viewpoints', viewpoints: [] }, '')).toContain(
    'No released visit has a picture of a viewpoint.',
  );
});
