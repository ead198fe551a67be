// How flagged pictures are drawn: a replaced one beside the one that was flagged, any other alone.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FlaggedPicture } from '#contract/sessions/rejection.ts';
import { parseSiteConfig, SiteContext } from '#web/lib/device/site-config.ts';
import { FlaggedPictures } from './flagged-pictures.tsx';

const now = '/api/sessions/7/media/drone/local%3Anew%2F1.jpg/s400?v=2';
const former = '/api/sessions/7/former/drone/local%3Aold%2F1.jpg/s400';
const about = { id: 1, mediaKind: 'drone', item: 'local:old/1.jpg', name: '1.jpg', note: null, answer: null } as const;

function draw(flag: Pick<FlaggedPicture, 'state' | 'thumbnailUrl' | 'formerUrl'>): string {
  return renderToStaticMarkup(
    <SiteContext value={parseSiteConfig(null, {})}>
      <FlaggedPictures flags={[{ ...about, ...flag }]}>{() => <p>Taken again</p>}</FlaggedPictures>
    </SiteContext>,
  );
}

test('a replaced picture stands beside the one that was flagged, with the answer', () => {
  const html = draw({ state: 'replaced', thumbnailUrl: now, formerUrl: former });
  expect(html).toMatch(/alt="1\.jpg before".*>Before<.*alt="1\.jpg now".*>Now<.*Replaced since.*Taken again/);
});

test.each([
  ['is there', { state: 'there', thumbnailUrl: now, formerUrl: null }, 'Taken again'],
  [
    'was replaced, nobody knows what it was before',
    { state: 'replaced', thumbnailUrl: now, formerUrl: null },
    'Replaced since',
  ],
  ['is gone', { state: 'gone', thumbnailUrl: null, formerUrl: null }, 'No longer there'],
] as const)('a flagged picture that %s stands alone', (_, flag, words) => {
  const html = draw(flag);
  expect(html).toContain(words);
  expect(html).not.toMatch(/>Before<|>Now</);
});
