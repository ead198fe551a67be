// The claims about sorting pasted links into the fields of a session.
import { expect, test } from 'vitest';
import { sortLinks } from './paste-links.tsx';

const folder = (id: string) => `https://drive.google.com/drive/folders/1${id.repeat(30)}`;
const film = 'https://youtu.be/ysz5S6PUM-U';
const tour = 'https://my.matterport.com/show/?m=SxQL3iGyoDo';
const map = 'https://example.org/site.tif';

test('links without words go where their host says, two folders to outside and inside', () => {
  expect(sortLinks([tour, folder('a'), film, folder('b'), map].join('\n'), {})).toEqual({
    values: {
      tour360Url: tour,
      droneImagesUrl: folder('a'),
      videoUrl: film,
      indoorImagesUrl: folder('b'),
      orthomosaicUrl: map,
    },
    left: [],
  });
});

test('the words before a link count more than its host', () => {
  const text = `Indoor photos: ${folder('a')}\nDrone\n${folder('b')}, raw files ${folder('c')}. Report: ${folder('d')}`;
  expect(sortLinks(text, {})).toEqual({
    values: {
      indoorImagesUrl: folder('a'),
      droneImagesUrl: folder('b'),
      rawFilesUrl: folder('c'),
      reportUrl: folder('d'),
    },
    left: [],
  });
});

test('what a field holds already stays, and the same link is not asked about again', () => {
  expect(
    sortLinks(`${film} ${folder('a')}`, { videoUrl: 'https://youtu.be/abcdefghijk', droneImagesUrl: folder('a') }),
  ).toEqual({
    values: {},
    left: [film],
  });
});

test.each([
  ['no link at all', 'Slab poured, see you on Monday', []],
  ['a link that no field is for', 'https://example.org/news', ['https://example.org/news']],
  ['a scheme that is refused', 'javascript:alert(1)', []],
])('%s places nothing', (_, text, left) => {
  expect(sortLinks(text, {})).toEqual({ values: {}, left });
});
