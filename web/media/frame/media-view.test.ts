// Which viewer a link gets, in every case that the specification names.
import { describe, expect, it } from 'vitest';
import { classifyLink } from '#contract/links/link.ts';
import type { Media, MediaItem, MediaKind } from '#contract/media/endpoints.ts';
import { mayBePanorama } from '#contract/media/endpoints.ts';
import { mediaViewOf, sortFiles, videoOfItem } from './media-view.ts';

const file: MediaItem = {
  id: 'local:site/01.jpg',
  name: '01.jpg',
  kind: 'image',
  bytes: 1000,
  width: 3000,
  height: 2000,
  panorama: null,
  thumbnailUrl: '/p/s400?v=1',
  imageUrl: '/p/s1600?v=1',
  fullUrl: '/p/full?v=1',
  fileUrl: null,
  embedUrl: null,
  originalUrl: null,
};
const video: MediaItem = { ...file, name: 'a.mp4', kind: 'video', thumbnailUrl: null, imageUrl: null, fileUrl: '/f' };
const map: MediaItem = { ...video, name: 'a.tif', kind: 'geotiff' };

/** What the server answers for a link whose files it cannot list. */
function linked(link: string, problem: string | null = null): Media {
  const { provider, kind, embedUrl, url } = classifyLink(link);
  return { provider, kind, items: [], embedUrl, originalUrl: url, problem };
}

function holding(...items: MediaItem[]): Media {
  return { provider: 'local', kind: 'folder', items, embedUrl: null, originalUrl: null, problem: null };
}

const empty: Media = { ...holding(), kind: 'unknown' };
const sorted = (items: MediaItem[], kind: MediaKind = 'drone', chosen = new Map<string, boolean>()) =>
  sortFiles(items, kind, chosen);
const seen = (media: Media, kind: MediaKind = 'drone') => mediaViewOf(media, kind);
const says = (media: Media, kind: MediaKind = 'drone') => {
  const view = seen(media, kind);
  return view.is === 'nothing' ? view.title : view.is;
};

describe('files', () => {
  it('photos and films of one folder are both shown', () => {
    expect(seen(holding(file, video))).toEqual({ is: 'files', items: [file, video] });
    expect(sorted([file, video])).toMatchObject({ photos: [file], videos: [video] });
  });

  it('an orthomosaic folder shows its images, and draws its GeoTIFFs', () => {
    expect(sorted([file, map], 'orthomosaic')).toMatchObject({ photos: [file], maps: [map] });
  });

  it('a picture that calls itself a panorama is a sphere everywhere', () => {
    const sphere = { ...file, panorama: true };
    expect(sorted([sphere])).toMatchObject({ photos: [], panoramas: [sphere] });
  });

  it('a picture of two to one is a sphere only among the tours, unless it says that it is none', () => {
    const wide = { ...file, width: 4000, height: 2000 };
    expect(sorted([wide], 'tour360')).toMatchObject({ panoramas: [wide] });
    expect(sorted([wide], 'drone')).toMatchObject({ photos: [wide], panoramas: [] });
    expect(sorted([{ ...wide, panorama: false }], 'tour360')).toMatchObject({ panoramas: [] });
  });

  it('the person has the last word on what is round', () => {
    const sphere = { ...file, id: 'a', panorama: true };
    expect(sorted([sphere], 'drone', new Map([['a', false]]))).toMatchObject({ photos: [sphere], panoramas: [] });
    expect(sorted([file], 'drone', new Map([[file.id, true]]))).toMatchObject({ photos: [], panoramas: [file] });
  });

  it('a flat picture is offered as a sphere where it may be one', () => {
    expect(mayBePanorama({ panorama: null, width: 4096, height: 2048 }, 'drone')).toBe(true);
    expect(mayBePanorama({ panorama: null, width: null, height: null }, 'tour360')).toBe(true);
    expect(mayBePanorama({ panorama: null, width: null, height: null }, 'drone')).toBe(false);
    expect(mayBePanorama({ panorama: false, width: 4096, height: 2048 }, 'tour360')).toBe(false);
    expect(mayBePanorama(file, 'tour360')).toBe(false);
  });

  it('what has no viewer is listed with the others', () => {
    const plan = { ...file, name: 'plan.pdf', kind: 'file' as const, imageUrl: null };
    expect(sorted([plan, { ...video, fileUrl: null }])).toMatchObject({
      photos: [],
      videos: [],
      others: [plan, {}],
    });
  });
});

describe('films', () => {
  it('YouTube, Vimeo and Drive films are framed, Vimeo with its hash', () => {
    const frameOf = (link: string) => {
      const view = seen(linked(link), 'videos');
      return view.is === 'video' ? [view.video.frame, view.video.files] : view.is === 'frame' && [view.frame];
    };
    expect(frameOf('https://youtu.be/AbCdEfGhIjK')).toEqual(['https://www.youtube-nocookie.com/embed/AbCdEfGhIjK', []]);
    expect(frameOf('https://vimeo.com/123456789/abcdef1234')).toEqual([
      'https://player.vimeo.com/video/123456789?h=abcdef1234&dnt=1',
      [],
    ]);
    expect(frameOf('https://drive.google.com/file/d/1AbCdEfGhIjKlMnOp/view')).toEqual([
      'https://drive.google.com/file/d/1AbCdEfGhIjKlMnOp/preview',
      [],
    ]);
    expect(
      videoOfItem({ ...video, fileUrl: null, embedUrl: 'https://drive.google.com/file/d/1/preview' }),
    ).toMatchObject({
      files: [],
      frame: 'https://drive.google.com/file/d/1/preview',
    });
  });

  it('direct, Dropbox and local films are played by the browser itself', () => {
    const fileOf = (link: string) => {
      const view = seen(linked(link), 'videos');
      return view.is === 'video' && view.video.files[0];
    };
    expect(fileOf('https://cdn.example.com/clip.mp4')).toBe('https://cdn.example.com/clip.mp4');
    expect(fileOf('https://www.dropbox.com/scl/fi/abc/clip.mp4?rlkey=k&dl=0')).toMatch(/rlkey=k&raw=1$/);
    expect(videoOfItem(video)).toMatchObject({ files: ['/f'], frame: null });
    const light = { url: '/f?light', bytes: 9, original: true };
    expect(videoOfItem({ ...video, light, posterUrl: '/f?poster', preparing: 0.4 })).toMatchObject({
      files: ['/f'],
      light,
      still: '/f?poster',
      poster: null,
      preparing: 0.4,
    });
    const far = { ...video, originalUrl: 'https://cdn.example.com/a.mp4', embedUrl: null };
    expect(videoOfItem(far)).toMatchObject({ files: ['/f', 'https://cdn.example.com/a.mp4'] });
  });

  it('a film of YouTube shows its still before it is played', () => {
    const view = seen(linked('https://www.youtube.com/watch?v=AbCdEfGhIjK'), 'videos');
    expect(view).toMatchObject({ video: { poster: 'https://i.ytimg.com/vi/AbCdEfGhIjK/hqdefault.jpg' } });
  });

  it('a film at an http address says what to do', () => {
    const view = seen(linked('http://cdn.example.com/clip.mp4'), 'videos');
    expect(view).toMatchObject({
      is: 'nothing',
      title: 'Preview unavailable',
      original: 'http://cdn.example.com/clip.mp4',
    });
    expect(view).toMatchObject({ note: expect.stringContaining('https://') });
  });
});

describe('orthomosaics', () => {
  it('Drive files and maps are framed', () => {
    for (const link of [
      'https://drive.google.com/file/d/1AbCdEfGhIjKlMnOp/view',
      'https://www.google.com/maps/d/viewer?mid=1AbCdEfGhIjKlMnOpQrStUvWxYz0',
    ]) {
      expect(says(linked(link), 'orthomosaic')).toBe('frame');
    }
  });

  it('a GeoTIFF that cannot be read is offered for download', () => {
    expect(seen(linked('https://cdn.example.com/ortho.tif'), 'orthomosaic')).toMatchObject({
      title: 'TIFF/GeoTIFF Orthomosaic — Requires specialized software',
      original: 'https://cdn.example.com/ortho.tif',
      download: true,
    });
  });

  it('an image that could not be relayed says so, any other address leads to its original', () => {
    expect(says(linked('https://cdn.example.com/ortho.webp'), 'orthomosaic')).toBe('Image Preview Unavailable');
    expect(seen(linked('https://cdn.example.com/report.pdf'), 'orthomosaic')).toMatchObject({
      title: 'Preview unavailable',
      original: 'https://cdn.example.com/report.pdf',
    });
  });
});

describe('tours and folders', () => {
  it('a tour is framed, or opens where it lies', () => {
    expect(seen(linked('https://my.matterport.com/show/?m=AbCdEfGhIjK'), 'tour360')).toMatchObject({
      is: 'tour',
      frame: 'https://my.matterport.com/show/?m=AbCdEfGhIjK&play=1',
    });
    expect(seen(linked('https://theta360.com/s/AbCdEfGhIjKlMnOp'), 'tour360')).toMatchObject({
      is: 'tour',
      frame: null,
    });
  });

  it('a Drive folder that fails or is empty is shown by Drive itself, with the reason', () => {
    const folder = 'https://drive.google.com/drive/folders/1AbCdEfGhIjKlMnOp';
    expect(seen(linked(folder))).toMatchObject({
      is: 'frame',
      frame: 'https://drive.google.com/embeddedfolderview?id=1AbCdEfGhIjKlMnOp#grid',
      note: 'No images found in this folder',
    });
    expect(seen(linked(folder, 'Drive is not configured'))).toMatchObject({ note: 'Drive is not configured' });
  });

  it('every emptiness has the words of the specification', () => {
    expect(says(holding())).toBe('No images found in this folder');
    expect(says(empty, 'drone')).toBe('No drone photos available');
    expect(says(empty, 'indoor')).toBe('No indoor photos available');
    expect(says(empty, 'videos')).toBe('No videos available');
    expect(says(empty, 'tour360')).toBe('No 360 tour available');
    expect(says(empty, 'orthomosaic')).toBe('No orthomosaic available');
  });

  it('a folder of ours that cannot be reached says why', () => {
    expect(seen({ ...holding(), problem: 'An admin has to bind it first' })).toMatchObject({
      title: 'Preview unavailable',
      note: 'An admin has to bind it first',
    });
  });
});
