// How pictures of other visits are named: each with its visit and its changes, and a button for both side by side.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { BorrowedPicture } from '#contract/sessions/checks.ts';
import { parseSiteConfig, SiteContext } from '#web/lib/device/site-config.ts';
import { BorrowedPictures } from './borrowed-pictures.tsx';

function side(sessionId: number, name: string): BorrowedPicture['own'] {
  const url = `/api/sessions/${sessionId}/media/drone/${name}`;
  return {
    sessionId,
    mediaKind: 'drone',
    item: `local:${name}`,
    name,
    thumbnailUrl: `${url}/s400`,
    imageUrl: `${url}/s1600`,
  };
}

function borrowed(name: string, changes: Partial<BorrowedPicture> = {}): BorrowedPicture {
  const known = { ...side(212, 'march.jpg'), captureDate: '2026-03-14', projectName: 'Lekki Court' };
  return { own: side(300, name), known, mirrored: false, cut: false, turned: false, covered: 0.9, ...changes };
}

const draw = (all: BorrowedPicture[]) =>
  renderToStaticMarkup(
    <SiteContext value={parseSiteConfig(null, {})}>
      <BorrowedPictures borrowed={all} />
    </SiteContext>,
  );

test.each([
  ['as it was', {}, ''],
  ['mirrored', { mirrored: true }, ', mirrored'],
  ['cut and mirrored', { cut: true, mirrored: true }, ', cut and mirrored'],
  ['cut, mirrored and turned', { cut: true, mirrored: true, turned: true }, ', cut, mirrored and turned'],
])('a picture that came again %s is named with its visit', (_, changes, words) => {
  const html = draw([borrowed('april.jpg', changes)]);
  expect(html).toContain(`april.jpg: the same picture as in session 212, Mar 14, 2026${words}</p>`);
  expect(html).toContain('aria-label="Compare april.jpg"');
});

test('of many the first are shown, and the rest stand in number', () => {
  const html = draw(Array.from({ length: 9 }, (_, nth) => borrowed(`${nth}.jpg`)));
  expect(html.match(/aria-label="Compare/g)?.length).toBe(6);
  expect(html).toContain('3 more');
});

test('nothing is drawn where none came again', () => {
  expect(draw([])).toBe('');
});
