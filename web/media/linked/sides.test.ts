// What is shown at first, and what follows a choice.
import { expect, it } from 'vitest';
import type { Media, MediaItem } from '#contract/media/endpoints.ts';
import { chosenItems, neighbour, partnersFrom, type Side, withItem, withStep } from './sides.ts';

function folder(visit: string, ...names: string[]): Media {
  const items = names.map(
    (name): MediaItem => ({
      id: `${visit}/${name}`,
      name,
      kind: 'image',
      bytes: null,
      width: null,
      height: null,
      panorama: null,
      thumbnailUrl: null,
      imageUrl: `/${name}/s1600`,
      fullUrl: null,
      fileUrl: null,
      embedUrl: null,
      originalUrl: null,
    }),
  );
  return { provider: 'local', kind: 'folder', items, embedUrl: null, originalUrl: null, problem: null };
}

const media = { may: folder('may', '01.jpg', '02.jpg', '03.jpg'), june: folder('june', '00.jpg', '01.jpg', '03.jpg') };
const { left: inJune, right: inMay } = partnersFrom([
  { own: 'may/01.jpg', other: 'june/01.jpg', by: 'name' },
  { own: 'may/03.jpg', other: 'june/03.jpg', by: 'name' },
  { own: 'may/02.jpg', other: 'june/00.jpg', by: 'order' },
]);
const nobody: { left: ReadonlyMap<string, string>; right: ReadonlyMap<string, string> } = {
  left: new Map(),
  right: new Map(),
};
const ids = (left: string, right: string, partners: typeof nobody = { left: inMay, right: inJune }) => {
  const chosen = chosenItems(
    { media: media.may, id: left, partners: partners.left },
    { media: media.june, id: right, partners: partners.right },
  );
  return [chosen.left?.id, chosen.right?.id];
};

it('the left side shows its first picture at first, the right one what belongs to it', () => {
  expect(ids('', '')).toEqual(['may/01.jpg', 'june/01.jpg']);
});

it('both show their first where the server cannot say what belongs together, as of different kinds of media', () => {
  expect(ids('', '', nobody)).toEqual(['may/01.jpg', 'june/00.jpg']);
  expect(ids('may/03.jpg', '', nobody)).toEqual(['may/03.jpg', 'june/00.jpg']);
});

it('a side without a choice takes the counterpart of the other’s', () => {
  expect(ids('may/03.jpg', '')).toEqual(['may/03.jpg', 'june/03.jpg']);
  expect(ids('', 'june/01.jpg')).toEqual(['may/01.jpg', 'june/01.jpg']);
});

it('another visit on one side finds the counterpart again: the picture of the former visit is none of it', () => {
  expect(ids('april/02.jpg', 'june/03.jpg')).toEqual(['may/03.jpg', 'june/03.jpg']);
});

it('two choices stand as they are', () => {
  expect(ids('may/02.jpg', 'june/03.jpg')).toEqual(['may/02.jpg', 'june/03.jpg']);
});

it('the surest pair of a picture counts: a viewpoint before a position, a name and the order', () => {
  const { left, right } = partnersFrom([
    { own: 'may/01.jpg', other: 'june/03.jpg', by: 'viewpoint' },
    { own: 'may/03.jpg', other: 'june/01.jpg', by: 'position' },
    { own: 'may/02.jpg', other: 'june/03.jpg', by: 'order' },
  ]);
  const partners = { left: right, right: left };
  expect(ids('', 'june/03.jpg', partners)).toEqual(['may/01.jpg', 'june/03.jpg']);
  expect(ids('may/02.jpg', '', partners)).toEqual(['may/02.jpg', 'june/03.jpg']);
  expect(ids('', '', partners)).toEqual(['may/01.jpg', 'june/03.jpg']);
});

const visit = {
  id: 1,
  name: 'V',
  project: 'P',
  site: '',
  captureDate: '',
  date: '',
  day: '',
  kinds: ['drone'] as const,
};
const sideOf = (of: Media, at: number, partners = nobody.left): Side => {
  const shown = { item: of.items[at], content: undefined, failure: undefined, title: '', label: '' };
  return { visit, kind: 'drone', items: of.items, partners, ...shown };
};
const sides = { left: sideOf(media.may, 0, inJune), right: sideOf(media.june, 0, inMay) };

it('another picture takes its counterpart along where the views are locked, and leaves the other alone where not', () => {
  const choose = (locked: boolean) => withItem(sides, 'left', { id: 'may/03.jpg', locked });
  expect(choose(true)).toMatchObject({ leftItem: 'may/03.jpg', rightItem: 'june/03.jpg' });
  expect(choose(false)).toMatchObject({ leftItem: 'may/03.jpg', rightItem: 'june/00.jpg' });
  const alone = { ...sides, left: sideOf(media.may, 0) };
  expect(withItem(alone, 'left', { id: 'may/03.jpg', locked: true })).toMatchObject({ rightItem: 'june/00.jpg' });
});

it('arrows step through the left side, and the right one follows; unlocked each goes its own way', () => {
  expect(withStep(sides, 1, true)).toMatchObject({ leftItem: 'may/02.jpg', rightItem: 'june/00.jpg' });
  expect(withStep(sides, -1, true)).toMatchObject({ leftItem: 'may/03.jpg', rightItem: 'june/03.jpg' });
  expect(withStep(sides, 1, false)).toMatchObject({ leftItem: 'may/02.jpg', rightItem: 'june/01.jpg' });
});

it('the next after the last is the first, and the other way round', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id }));
  expect(neighbour(items, 'c', 1)?.id).toBe('a');
  expect(neighbour(items, 'a', -1)?.id).toBe('c');
  expect(neighbour([], 'a', 1)).toBeUndefined();
});
