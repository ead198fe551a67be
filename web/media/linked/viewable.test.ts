// How each kind of media is shown in a comparison.
import { describe, expect, it } from 'vitest';
import type { Media, MediaItem } from '#contract/media/endpoints.ts';
import { bytesOf } from '#web/media/comparison/load-button.tsx';
import { choosable, comparableAs, isHeavy, itemOf, kindsOf, type Viewable, viewableOf } from './sides.ts';

const picture: MediaItem = {
  id: 'p1',
  name: '01.jpg',
  kind: 'image',
  bytes: 1,
  width: null,
  height: null,
  panorama: null,
  thumbnailUrl: '/p1/s400',
  imageUrl: '/p1/s1600',
  fullUrl: '/p1/full',
  fileUrl: null,
  embedUrl: null,
  originalUrl: null,
};
const bare = { ...picture, thumbnailUrl: null, imageUrl: null, fullUrl: null };
const folder = (...items: MediaItem[]): Media => ({
  provider: 'local',
  kind: 'folder',
  items,
  embedUrl: null,
  originalUrl: null,
  problem: null,
});
const link = (given: Partial<Media>): Media => ({ ...folder(), originalUrl: 'https://host.example/x', ...given });

it('a session offers only the kinds it has, in their order', () => {
  const none = { droneImagesUrl: null, indoorImagesUrl: null, videoUrl: null, tour360Url: null, orthomosaicUrl: null };
  expect(kindsOf(none)).toEqual([]);
  expect(kindsOf({ ...none, orthomosaicUrl: 'o', droneImagesUrl: 'd' })).toEqual(['drone', 'orthomosaic']);
});

it('the first picture stands chosen, and one that is gone falls back to it', () => {
  const media = folder(picture, { ...picture, id: 'p2' }, { ...bare, id: 'f', kind: 'file' });
  expect(choosable(media).map(({ id }) => id)).toEqual(['p1', 'p2']);
  expect(itemOf(media, '')?.id).toBe('p1');
  expect(itemOf(media, 'p2')?.id).toBe('p2');
  expect(itemOf(media, 'gone')?.id).toBe('p1');
});

describe('a link', () => {
  it('is a photo, or a panorama by its own word, its shape or where it was submitted', () => {
    const as = (given: Partial<MediaItem>, kind: 'drone' | 'tour360') =>
      viewableOf(folder(picture), { ...picture, ...given }, kind).is;
    expect(as({}, 'drone')).toBe('photo');
    expect(as({ panorama: true }, 'drone')).toBe('panorama');
    expect(as({ width: 4000, height: 2000 }, 'drone')).toBe('panorama');
    expect(as({}, 'tour360')).toBe('panorama');
    expect(as({ width: 3000, height: 2000 }, 'tour360')).toBe('photo');
    expect(as({ panorama: false, width: 4000, height: 2000 }, 'tour360')).toBe('photo');
  });

  it('is a map where the bytes of a GeoTIFF come, and the sentence with its download where they do not', () => {
    const tif: MediaItem = { ...bare, kind: 'geotiff' };
    const media = link({ kind: 'geotiff' });
    expect(viewableOf(media, { ...tif, fileUrl: '/map.tif' }, 'orthomosaic').is).toBe('map');
    expect(viewableOf(media, tif, 'orthomosaic')).toEqual({
      is: 'unreadable',
      original: 'https://host.example/x',
      bytes: 1,
    });
  });

  it('is a film that can be steered, or a frame of its host', () => {
    const video: MediaItem = { ...bare, kind: 'video', name: 'flight.mp4', fileUrl: '/flight.mp4' };
    expect(viewableOf(folder(video), video, 'videos')).toMatchObject({
      is: 'video',
      player: 'file',
      url: '/flight.mp4',
    });
    const light = { ...video, bytes: 300, light: { url: '/flight.mp4?light', bytes: 11, original: false } };
    expect(viewableOf(folder(light), light, 'videos')).toMatchObject({ url: '/flight.mp4?light', bytes: 11 });
    const youtube = link({ provider: 'youtube', kind: 'video', embedUrl: 'https://www.youtube-nocookie.com/embed/a' });
    expect(viewableOf(youtube, undefined, 'videos')).toMatchObject({ is: 'video', player: 'youtube' });
    const drive = link({ provider: 'drive', kind: 'file', embedUrl: 'https://drive.google.com/file/d/a/preview' });
    expect(viewableOf(drive, undefined, 'videos')).toMatchObject({ is: 'embed', tour: false });
    const tour = link({ provider: 'matterport', kind: 'tour', embedUrl: 'https://my.matterport.com/show/?m=a' });
    expect(viewableOf(tour, undefined, 'tour360')).toMatchObject({ is: 'embed', tour: true });
  });

  it('is the way to the original where nothing can be shown', () => {
    expect(viewableOf(link({ kind: 'unknown', problem: 'It is gone.' }), undefined, 'drone')).toEqual({
      is: 'unavailable',
      why: 'It is gone.',
      original: 'https://host.example/x',
    });
  });
});

it('two of a kind are shown together, others each for itself', () => {
  const photo = { is: 'photo', item: picture } as const;
  const embed = { is: 'embed', url: 'https://a.example', tour: true, original: null } as const;
  expect(comparableAs(photo, photo)).toBe('photo');
  expect(comparableAs(photo, { is: 'panorama', item: picture })).toBeUndefined();
  expect(comparableAs(embed, embed)).toBeUndefined();
  expect(comparableAs(photo, undefined)).toBeUndefined();
});

it('panoramas, maps, films and pages of other hosts wait where data are saved, with their size where both say one', () => {
  const photo: Viewable = { is: 'photo', item: picture };
  const map: Viewable = { is: 'map', item: { ...picture, bytes: 40_000_000 } };
  const film: Viewable = { is: 'video', player: 'file', url: '/a.mp4', name: 'a.mp4', bytes: 2_000_000 };
  const page: Viewable = { is: 'embed', url: 'https://a.example', tour: true, original: null };
  expect([photo, map, film, page, { ...photo, is: 'panorama' } as const].map(isHeavy)).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
  expect(bytesOf([map, film])).toBe(42_000_000);
  expect(bytesOf([map, { ...film, bytes: null }])).toBeNull();
  expect(bytesOf([page])).toBeNull();
});
