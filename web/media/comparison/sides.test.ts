// What is shown at first, what follows a choice, and pictures of two visits that find each other.
import { expect, it } from 'vitest';
import type { Media, MediaItem } from '#contract/media.ts';
import { chosenItems, matchImage, neighbour, partnersFrom } from './sides.ts';

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
const ids = (left: string, right: string, kind: 'drone' | 'indoor' = 'drone') => {
  const chosen = chosenItems({ media: media.may, kind: 'drone', id: left }, { media: media.june, kind, id: right });
  return [chosen.left?.id, chosen.right?.id];
};

it('both sides show their first picture at first', () => {
  expect(ids('', '')).toEqual(['may/01.jpg', 'june/00.jpg']);
});

it('a side without a choice takes the counterpart of the other’s', () => {
  expect(ids('may/03.jpg', '')).toEqual(['may/03.jpg', 'june/03.jpg']);
  expect(ids('', 'june/01.jpg')).toEqual(['may/01.jpg', 'june/01.jpg']);
});

it('another visit on one side finds the counterpart again: the picture of the former visit is none of it', () => {
  expect(ids('april/02.jpg', 'june/03.jpg')).toEqual(['may/03.jpg', 'june/03.jpg']);
});

it('two choices stand as they are, and another kind of media has no counterpart', () => {
  expect(ids('may/02.jpg', 'june/00.jpg')).toEqual(['may/02.jpg', 'june/00.jpg']);
  expect(ids('may/03.jpg', '', 'indoor')).toEqual(['may/03.jpg', 'june/00.jpg']);
});

const pairs = [
  { own: 'may/01.jpg', other: 'june/03.jpg', by: 'viewpoint' },
  { own: 'may/03.jpg', other: 'june/03.jpg', by: 'position' },
  { own: 'may/02.jpg', other: 'june/01.jpg', by: 'name' },
] as const;

it('pictures of one viewpoint are counterparts before those of one name, also at first', () => {
  const { left, right } = partnersFrom(pairs);
  const between = (one: string, other: string) => {
    const sides = {
      left: { media: media.may, id: one, partners: right },
      right: { media: media.june, id: other, partners: left },
    };
    const chosen = chosenItems({ ...sides.left, kind: 'drone' }, { ...sides.right, kind: 'drone' });
    return [chosen.left?.id, chosen.right?.id];
  };
  expect(between('may/01.jpg', '')).toEqual(['may/01.jpg', 'june/03.jpg']);
  expect(between('', 'june/03.jpg')).toEqual(['may/01.jpg', 'june/03.jpg']);
  expect(between('', '')).toEqual(['may/01.jpg', 'june/03.jpg']);
  expect(between('may/01.jpg', 'june/00.jpg')).toEqual(['may/01.jpg', 'june/00.jpg']);
});

it('the surest pair of a picture counts, and what only names or order say is left to the page', () => {
  const { left, right } = partnersFrom(pairs);
  expect(right.get('june/03.jpg')).toBe('may/01.jpg');
  expect(left.has('may/02.jpg')).toBe(false);
});

const row = (...names: string[]) => names.map((name, index) => ({ id: `${name}#${index}`, name }));

function found(name: string, own: string[], others: string[]) {
  const items = row(...own);
  const item = items.find((each) => each.name === name) ?? { id: '', name };
  return matchImage(item, items, row(...others))?.name;
}

it('the same file name is the counterpart, whatever its place, ending or letters', () => {
  expect(found('north.jpg', ['north.jpg', 'south.jpg'], ['east.jpg', 'South.JPG', 'North.JPEG'])).toBe('North.JPEG');
});

it('of equal names in several folders the one in the folder of the same name', () => {
  const others = row('DJI_0001.JPG', 'DJI_0001.JPG').map((item, index) => ({
    ...item,
    group: ['100MEDIA', '101MEDIA'][index],
  }));
  const item = { id: 'own', name: 'DJI_0001.JPG', group: '101MEDIA' };
  expect(matchImage(item, [item], others)).toBe(others[1]);
});

it('else the same number in the name, leading zeros aside', () => {
  expect(found('DJI_0042.JPG', ['DJI_0041.JPG', 'DJI_0042.JPG'], ['site-7.jpg', 'site-42.jpg', 'site-43.jpg'])).toBe(
    'site-42.jpg',
  );
});

it('a date in the name does not hide the number at its end', () => {
  expect(found('2026-02-10_3.jpg', ['2026-02-10_3.jpg'], ['2026-05-01_2.jpg', '2026-05-01_3.jpg'])).toBe(
    '2026-05-01_3.jpg',
  );
});

it('a number that several carry decides nothing: the order of capture does', () => {
  expect(found('a-1.jpg', ['a-1.jpg', 'b.jpg', 'c.jpg'], ['x-1.jpg', 'y-1.jpg'])).toBe('x-1.jpg');
});

it('else the one as far along, also where one visit has more pictures', () => {
  const own = ['a', 'b', 'c', 'd', 'e'];
  expect(own.map((name) => found(name, own, ['r', 's', 't']))).toEqual(['r', 's', 's', 't', 't']);
  expect(found('a', ['a'], ['r', 's'])).toBe('r');
});

it('there is none where the other visit has no pictures', () => {
  expect(found('a', ['a'], [])).toBeUndefined();
});

it('the next after the last is the first, and the other way round', () => {
  const items = row('a', 'b', 'c');
  expect(neighbour(items, 'c#2', 1)?.name).toBe('a');
  expect(neighbour(items, 'a#0', -1)?.name).toBe('c');
  expect(neighbour([], 'a', 1)).toBeUndefined();
});
