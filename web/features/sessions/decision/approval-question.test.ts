// What approving asks about: links that cannot be opened or were not checked for a day.
import { expect, test } from 'vitest';
import { linkFields } from '#contract/core/session-fields.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { approvalSentence } from './approval-dialog.tsx';
import { linkDoubts } from './approval-question.tsx';

const now = Date.parse('2026-11-22T12:00:00Z');
const noLinks = Object.fromEntries(linkFields.map((field) => [field, null]));
const base = { brokenLinks: [], uncheckedLinks: [], linksCheckedAt: '2026-11-22T08:00:00Z', ...noLinks };
const session = (more: object) => ({ ...base, ...more }) as unknown as Session;
const links = { droneImagesUrl: '/a', videoUrl: '/b', reportUrl: '/c' };
function asked(of: Session): string | null {
  const doubts = linkDoubts(of, now);
  return doubts && approvalSentence(doubts);
}
const gone = (field: string) => ({ field, reason: 'gone' });

test('approving asks nothing where all links were opened within a day, or where there are none', () => {
  expect(asked(session(links))).toBeNull();
  expect(asked(session({ linksCheckedAt: null }))).toBeNull();
});

test('approving asks about links that could not be opened', () => {
  const broken = session({ ...links, brokenLinks: [gone('videoUrl'), gone('droneImagesUrl')] });
  expect(asked(broken)).toBe('Two links could not be opened. Approve all the same?');
  expect(asked(session({ ...links, brokenLinks: [gone('videoUrl')] }))).toBe(
    'One link could not be opened. Approve all the same?',
  );
});

test('approving asks about links that were never checked, not for a day, or in vain', () => {
  expect(asked(session({ ...links, linksCheckedAt: '2026-11-21T11:00:00Z' }))).toBe(
    'Three links were not checked for a day. Approve all the same?',
  );
  expect(asked(session({ ...links, linksCheckedAt: null }))).toBe(
    'Three links were not checked yet. Approve all the same?',
  );
  const some = session({ ...links, brokenLinks: [gone('videoUrl')], uncheckedLinks: ['reportUrl', 'videoUrl'] });
  expect(asked(some)).toBe('One link could not be opened, one link was not checked for a day. Approve all the same?');
});
