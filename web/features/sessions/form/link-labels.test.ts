// What people read beside a link that they pasted.
import { expect, test } from 'vitest';
import { checkedLinkLabel, isLink, linkLabel } from './link-check.ts';

const folder = 'https://drive.google.com/drive/folders/1aBcDeFgHiJkLmNoPqRsTuVwXyZ';

test('a link is named by its host and kind before any request', () => {
  expect(linkLabel(folder)).toEqual({ known: true, text: 'Google Drive folder', problem: null, pictures: [] });
  expect(linkLabel('https://youtu.be/dQw4w9WgXcQ')).toMatchObject({ text: 'YouTube video', pictures: null });
  expect(linkLabel('https://example.org/a')).toMatchObject({ known: false });
});

test('the server’s look adds how much is there, what is wrong, and pictures', () => {
  const said = { provider: 'google-drive', kind: 'folder', label: 'Google Drive folder, 2 photos', count: 2 };
  const thumbnails = ['/api/links/picture/a/s220'];
  expect(checkedLinkLabel(folder, { ...said, problem: null, thumbnails })).toEqual({
    known: true,
    text: 'Google Drive folder, 2 photos',
    problem: null,
    pictures: thumbnails,
  });
  expect(checkedLinkLabel(folder, { ...said, problem: 'This is private', thumbnails: [] })).toMatchObject({
    problem: 'This is private',
    pictures: [],
  });
});

test('what the form refuses anyway causes no request', () => {
  expect(['', 'javascript:alert(1)', 'https://', folder].map(isLink)).toEqual([false, false, false, true]);
});
