// The link classifier over its 114 examples (behaviour §6.1), and over hostile text.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyLink, driveFolderId, type Link, linkProblem } from './link.ts';

const FOLD = '1FoldErAbCdEfGhIjKlMnOpQrStUvWxYz';
const FILE = '1FileAbCdEfGhIjKlMnOpQrStUvWxYz01';
const UUID = '11111111-2222-4333-8444-555555555555';
const KEY = 'maps-key';
const HOSTS = { webodm: ['webodm.example.org'], tours: ['tours.example.org'], mapsKey: KEY };

const PLACEHOLDERS: Record<string, string> = {
  FOLD,
  FILE,
  OLD: '0B_AbCdEfGhIjKlMnOpQrStUvWx',
  RK: '0-AbCdEfGhIjKlMnOpQrStUv',
  PL: 'PLWYwsGgIRwA9y49l1bwvcAF0Dj-Ac-5kh',
  UUID,
  KEY,
};
const SHORTHANDS: Record<string, string> = {
  'D:': 'https://drive.google.com',
  'Y:': 'https://www.youtube-nocookie.com/embed/',
  'V:': 'https://player.vimeo.com/video/',
};

// Input | provider and kind | id | embedUrl. '-' is null, '=' the trimmed input.
const ROWS = [
  'https://drive.google.com/drive/folders/{FOLD} | google-drive folder | {FOLD} | D:/embeddedfolderview?id={FOLD}#grid',
  'https://drive.google.com/drive/folders/{FOLD}?usp=sharing | google-drive folder | {FOLD} | D:/embeddedfolderview?id={FOLD}#grid',
  'https://drive.google.com/drive/folders/{FOLD}?usp=drive_link | google-drive folder | {FOLD} | D:/embeddedfolderview?id={FOLD}#grid',
  'https://drive.google.com/drive/u/0/folders/{FOLD} | google-drive folder | {FOLD} | D:/embeddedfolderview?id={FOLD}#grid',
  'https://drive.google.com/drive/u/2/folders/{FOLD}?hl=en | google-drive folder | {FOLD} | D:/embeddedfolderview?id={FOLD}#grid',
  'https://drive.google.com/drive/mobile/folders/{FOLD}?usp=sharing | google-drive folder | {FOLD} | D:/embeddedfolderview?id={FOLD}#grid',
  'https://drive.google.com/drive/folders/{OLD}?resourcekey={RK}&usp=sharing | google-drive folder | {OLD} | D:/embeddedfolderview?id={OLD}&resourcekey={RK}#grid',
  'https://drive.google.com/folderview?id={FOLD}&usp=sharing | google-drive folder | {FOLD} | D:/embeddedfolderview?id={FOLD}#grid',
  'https://drive.google.com/embeddedfolderview?id={FOLD}#list | google-drive folder | {FOLD} | D:/embeddedfolderview?id={FOLD}#grid',
  'https://drive.google.com/open?id={FOLD} | google-drive folder | {FOLD} | D:/embeddedfolderview?id={FOLD}#grid',
  'https://drive.google.com/drive/my-drive | google-drive unknown | - | -',
  'https://drive.google.com/drive/folders/ | google-drive unknown | - | -',
  'https://drive.google.com/file/d/{FILE}/view | google-drive file | {FILE} | D:/file/d/{FILE}/preview',
  'https://drive.google.com/file/d/{FILE}/view?usp=sharing | google-drive file | {FILE} | D:/file/d/{FILE}/preview',
  'https://drive.google.com/file/d/{FILE}/view?t=30 | google-drive file | {FILE} | D:/file/d/{FILE}/preview',
  'https://drive.google.com/file/u/0/d/{FILE}/edit | google-drive file | {FILE} | D:/file/d/{FILE}/preview',
  'https://drive.google.com/file/d/{FILE}/preview | google-drive file | {FILE} | =',
  'https://drive.google.com/file/d/{OLD}/view?usp=sharing&resourcekey={RK} | google-drive file | {OLD} | D:/file/d/{OLD}/preview?resourcekey={RK}',
  'https://drive.google.com/uc?export=download&id={FILE} | google-drive file | {FILE} | D:/file/d/{FILE}/preview',
  'https://drive.google.com/uc?id={FILE}&export=view | google-drive file | {FILE} | D:/file/d/{FILE}/preview',
  'https://drive.google.com/u/0/uc?id={FILE}&export=download | google-drive file | {FILE} | D:/file/d/{FILE}/preview',
  'https://drive.usercontent.google.com/download?id={FILE}&export=download&confirm=t | google-drive file | {FILE} | D:/file/d/{FILE}/preview',
  'https://drive.google.com/thumbnail?id={FILE}&sz=s800 | google-drive file | {FILE} | D:/file/d/{FILE}/preview',
  'https://lh3.googleusercontent.com/d/{FILE}=s1600 | google-drive file | {FILE} | D:/file/d/{FILE}/preview',
  'https://www.googleapis.com/drive/v3/files/{FILE}?alt=media | google-drive file | {FILE} | D:/file/d/{FILE}/preview',
  'https://docs.google.com/presentation/d/{FILE}/edit#slide=id.p | google-docs file | {FILE} | https://docs.google.com/presentation/d/{FILE}/preview',
  'http://drive.google.com/drive/folders/{FOLD} | google-drive folder | {FOLD} | D:/embeddedfolderview?id={FOLD}#grid',
  '  https://DRIVE.google.com/drive/folders/{FOLD}/   | google-drive folder | {FOLD} | D:/embeddedfolderview?id={FOLD}#grid',
  'https://drive.google.com.evil.example/drive/folders/{FOLD} | unknown unknown | - | -',
  'https://user:pw@drive.google.com/drive/folders/{FOLD} | unknown unknown | - | -',
  'https://drive.google.com:8443/drive/folders/{FOLD} | unknown unknown | - | -',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ | youtube video | dQw4w9WgXcQ | Y:dQw4w9WgXcQ',
  'https://www.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=1m30s | youtube video | dQw4w9WgXcQ | Y:dQw4w9WgXcQ?start=90',
  'https://m.youtube.com/watch?v=dQw4w9WgXcQ | youtube video | dQw4w9WgXcQ | Y:dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ?si=AbCdEf&t=42 | youtube video | dQw4w9WgXcQ | Y:dQw4w9WgXcQ?start=42',
  'https://www.youtube.com/shorts/dQw4w9WgXcQ?feature=share | youtube video | dQw4w9WgXcQ | Y:dQw4w9WgXcQ',
  'https://www.youtube.com/live/dQw4w9WgXcQ | youtube video | dQw4w9WgXcQ | Y:dQw4w9WgXcQ',
  'https://www.youtube.com/embed/dQw4w9WgXcQ?start=10 | youtube video | dQw4w9WgXcQ | Y:dQw4w9WgXcQ?start=10',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=90 | youtube video | dQw4w9WgXcQ | Y:dQw4w9WgXcQ?start=90',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ | youtube video | dQw4w9WgXcQ | =',
  'https://www.youtube.com/playlist?list={PL} | youtube video | {PL} | Y:videoseries?list={PL}',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list={PL} | youtube video | dQw4w9WgXcQ | Y:dQw4w9WgXcQ?list={PL}',
  'https://www.youtube.com/@SomeChannel | youtube unknown | - | -',
  'https://www.youtube.com/watch?v=short | youtube unknown | - | -',
  'https://evil.example/youtube.com/embed/dQw4w9WgXcQ | unknown unknown | - | -',
  'https://a.youtube.evil.example/watch?v=dQw4w9WgXcQ | unknown unknown | - | -',
  'https://vimeo.com/76979871 | vimeo video | 76979871 | V:76979871?dnt=1',
  'https://vimeo.com/76979871/abcdef1234 | vimeo video | 76979871 | V:76979871?h=abcdef1234&dnt=1',
  'https://vimeo.com/76979871?h=abcdef1234 | vimeo video | 76979871 | V:76979871?h=abcdef1234&dnt=1',
  'https://player.vimeo.com/video/76979871?h=abcdef1234&title=0 | vimeo video | 76979871 | V:76979871?h=abcdef1234&dnt=1',
  'https://vimeo.com/channels/staffpicks/76979871 | vimeo video | 76979871 | V:76979871?dnt=1',
  'https://vimeo.com/groups/shortfilms/videos/76979871 | vimeo video | 76979871 | V:76979871?dnt=1',
  'https://vimeo.com/showcase/5555555/video/76979871 | vimeo video | 76979871 | V:76979871?dnt=1',
  'https://vimeo.com/manage/videos/76979871/abcdef1234 | vimeo video | 76979871 | V:76979871?h=abcdef1234&dnt=1',
  'https://vimeo.com/event/1234567 | vimeo video | event/1234567 | https://vimeo.com/event/1234567/embed',
  'https://vimeo.com/someuser | vimeo unknown | - | -',
  'https://www.dropbox.com/s/a1b2c3d4ef5gh6/site.jpg?dl=0 | dropbox image | a1b2c3d4ef5gh6 | https://www.dropbox.com/s/a1b2c3d4ef5gh6/site.jpg?raw=1',
  'https://www.dropbox.com/scl/fi/abc123def/clip.mp4?rlkey=xyz789&st=q1w2&dl=0 | dropbox video | abc123def | https://www.dropbox.com/scl/fi/abc123def/clip.mp4?rlkey=xyz789&st=q1w2&raw=1',
  'https://www.dropbox.com/scl/fi/abc123def/ortho.tif?rlkey=xyz789&dl=0 | dropbox geotiff | abc123def | -',
  'https://www.dropbox.com/scl/fo/abc123def/AAA?rlkey=xyz789&dl=0 | dropbox folder | abc123def | -',
  'https://www.dropbox.com/sh/a1b2c3d4/AAAxyz?dl=0 | dropbox folder | a1b2c3d4 | -',
  'https://1drv.ms/v/c/0123456789abcdef/EAbCdEfGhIjKlMnOpQrStUvW?e=aBcDeF | onedrive video | EAbCdEfGhIjKlMnOpQrStUvW | -',
  'https://onedrive.live.com/embed?resid=0123456789ABCDEF%21123&authkey=%21AbCdEfGhIjKlMno | onedrive file | 0123456789ABCDEF!123 | =',
  'https://contoso.sharepoint.com/sites/m/_layouts/15/embed.aspx?UniqueId=11111111-2222-4333-8444-555555555556 | sharepoint file | 11111111-2222-4333-8444-555555555556 | =',
  'https://contoso.sharepoint.com/:v:/s/m/EabcDEF123?e=x1 | sharepoint video | - | -',
  'https://cdn.example.com/flight/clip.MP4?v=2 | direct video | clip.MP4 | =',
  'https://cdn.example.com/live/stream.m3u8 | direct video | stream.m3u8 | =',
  'https://cdn.example.com/clip.mov | direct video | clip.mov | =',
  'http://cdn.example.com/clip.mp4 | direct video | clip.mp4 | -',
  'https://cdn.example.com/photo.jpeg?w=800 | direct image | photo.jpeg | =',
  'https://cdn.example.com/report.pdf | direct file | report.pdf | -',
  'https://cdn.example.com/ortho_cog.tif | direct geotiff | ortho_cog.tif | -',
  'https://cdn.example.com/site.kmz | direct map | site.kmz | -',
  'https://tiles.example.com/ortho/{z}/{x}/{y}.png | xyz map | https://tiles.example.com/ortho/{z}/{x}/{y}.png | -',
  'https://tiles.example.com/tms/{z}/{x}/{-y}.png | xyz map | https://tiles.example.com/tms/{z}/{x}/{-y}.png | -',
  'https://my.matterport.com/show/?m=AbCdEfGhIjK | matterport tour | AbCdEfGhIjK | https://my.matterport.com/show/?m=AbCdEfGhIjK&play=1',
  'https://my.matterport.com/show/?play=1&m=AbCdEfGhIjK&mls=1 | matterport tour | AbCdEfGhIjK | https://my.matterport.com/show/?m=AbCdEfGhIjK&play=1',
  'https://discover.matterport.com/space/AbCdEfGhIjK | matterport tour | AbCdEfGhIjK | https://my.matterport.com/show/?m=AbCdEfGhIjK&play=1',
  'https://kuula.co/share/7aBcD?fs=1&vr=0&sd=1&thumbs=1 | kuula tour | 7aBcD | =',
  'https://kuula.co/share/collection/7eFgH?logo=1&info=1&fs=1 | kuula tour | collection/7eFgH | =',
  'https://kuula.co/post/7aBcD | kuula tour | 7aBcD | https://kuula.co/share/7aBcD',
  'https://app.cloudpano.com/tours/AbCdEfGh12?sceneId=sc_01 | cloudpano tour | AbCdEfGh12 | =',
  'https://www.theasys.io/viewer/AbCdEfGhIjKlMnOpQrStUvWxYz0123 | theasys tour | AbCdEfGhIjKlMnOpQrStUvWxYz0123 | https://www.theasys.io/viewer/AbCdEfGhIjKlMnOpQrStUvWxYz0123/',
  'https://momento360.com/e/u/0123456789abcdef0123456789abcdef?utm_campaign=embed&heading=0 | momento360 tour | 0123456789abcdef0123456789abcdef | https://momento360.com/e/u/0123456789abcdef0123456789abcdef',
  'https://roundme.com/tour/123456/view/7890123/ | roundme tour | 123456 | https://roundme.com/embed/123456/7890123',
  'https://app.lapentor.com/sphere/site-12?scene=0123456789abcdef01234567 | lapentor tour | site-12 | =',
  'https://www.zillow.com/view-imx/11111111-2222-4333-8444-555555555557?initialViewType=pano | zillow3d tour | 11111111-2222-4333-8444-555555555557 | =',
  'https://teliportme.com/view/1234567 | teliportme tour | 1234567 | https://teliportme.com/embed/1234567',
  'https://teliportme.com/embed/tour/0a1b2c3d | teliportme tour | 0a1b2c3d | =',
  'https://tour.panoee.net/0123456789abcdef01234567/89abcdef0123456789abcdef | panoee tour | 0123456789abcdef01234567 | https://tour.panoee.net/iframe/0123456789abcdef01234567',
  'https://theta360.com/s/AbCdEfGhIjKlMnOpQrStUvWxY | theta360 tour | AbCdEfGhIjKlMnOpQrStUvWxY | -',
  'https://tours.ricoh360.com/s/AbC123 | ricoh360 tour | AbC123 | -',
  'https://cloud-sg.insta360.com/share/sg/1a2b3C4d5E6f7G8h9012345678/player?mediaId=1 | insta360 tour | 1a2b3C4d5E6f7G8h9012345678 | -',
  'https://ksa.openspace.ai/ohplayer?site=AbCdEfGhIjKlMnOpQrStUv&sheet=0123456789abcdefghijkl | openspace tour | AbCdEfGhIjKlMnOpQrStUv | =',
  'https://storage.net-fs.com/hosting/1234567/8/ | 3dvista tour | 1234567/8 | =',
  'https://tours.example.org/site-a/index.html | self-hosted tour | /site-a/index.html | =',
  'https://www.google.com/maps/@52.4085984,6.897875,3a,75y,40h,90t/data=!3m7!1e1 | google-streetview tour | 52.4085984,6.897875 | https://www.google.com/maps/embed/v1/streetview?key={KEY}&location=52.4085984,6.897875&heading=40&pitch=0&fov=75',
  'https://www.google.com/maps/d/u/0/viewer?mid=1AbCdEfGhIjKlMnOpQrStUvWxYz0&ll=6.5,3.3 | google-mymaps map | 1AbCdEfGhIjKlMnOpQrStUvWxYz0 | https://www.google.com/maps/d/embed?mid=1AbCdEfGhIjKlMnOpQrStUvWxYz0',
  'https://www.google.com/maps/d/edit?mid=zAbCdEfGhIjK.kLmNoPqRsTuV | google-mymaps map | zAbCdEfGhIjK.kLmNoPqRsTuV | https://www.google.com/maps/d/embed?mid=zAbCdEfGhIjK.kLmNoPqRsTuV',
  'https://www.google.com/maps/embed?pb=!1m18!1m12 | google-maps map | - | =',
  'https://www.google.com/maps/place/Eko+Atlantic/@6.4087,3.4093,15z/data=!3m1 | google-maps map | Eko+Atlantic | https://www.google.com/maps/embed/v1/place?key={KEY}&q=Eko+Atlantic',
  'https://www.google.com/maps/@6.4087,3.4093,17z | google-maps map | 6.4087,3.4093 | https://www.google.com/maps/embed/v1/view?key={KEY}&center=6.4087,3.4093&zoom=17',
  'https://maps.app.goo.gl/AbCdEfGhIjKlMnOp1 | google-maps map | AbCdEfGhIjKlMnOp1 | -',
  'https://www.dronedeploy.com/app2/sites/0123456789abcdef01234567/maps/89abcdef0123456789abcdef?jwt_token=eyJ0.e30.x | dronedeploy map | 89abcdef0123456789abcdef | -',
  'https://cloud.pix4d.com/dataset/1234567/map?shareToken=11111111-2222-4333-8444-555555555558 | pix4d map | 1234567 | =',
  'https://cloud.pix4d.com/embed/pro/mesh/1234568?shareToken=0123456789abcdef0123456789abcdef | pix4d map | 1234568 | =',
  'https://webodm.example.org/public/task/{UUID}/map/ | webodm map | {UUID} | https://webodm.example.org/public/task/{UUID}/iframe/map/',
  'https://other-webodm.example.net/public/task/{UUID}/map/ | webodm map | {UUID} | -',
  'https://ion.cesium.com/stories/viewer/?id=11111111-2222-4333-8444-555555555559 | cesium map | 11111111-2222-4333-8444-555555555559 | =',
  'https://api.mapbox.com/styles/v1/acme/cl0123456789abcde.html?title=view&access_token=pk.x#12/6.4/3.4 | mapbox map | acme/cl0123456789abcde | =',
  'https://acme.prpellr.com/p/site/12 | propeller map | - | -',
  'javascript:alert(1) | unknown unknown | - | -',
  '<iframe src="https://my.matterport.com/show/?m=AbCdEfGhIjK"></iframe> | unknown unknown | - | -',
  'not a link | unknown unknown | - | -',
].map((row) => {
  const [input = '', what = '', id = '', embed = ''] = row.split(' | ');
  return { input, what, id, embed };
});
type Row = (typeof ROWS)[number];

function filled(text: string): string {
  return text.replace(/\{([A-Z]+)\}/g, (whole, name: string) => PLACEHOLDERS[name] ?? whole);
}

function addressOf(notation: string, input: string): string | null {
  if (notation === '-') return null;
  if (notation === '=') return input;
  return filled(notation).replace(/^(?:D:|Y:|V:)/, (short) => SHORTHANDS[short] ?? short);
}

function expected({ input, what, id, embed }: Row): Link {
  const trimmed = filled(input).trim();
  const [provider, kind] = what.split(' ');
  return {
    provider,
    kind,
    id: id === '-' ? null : filled(id),
    embedUrl: addressOf(embed, trimmed),
    url: /^https?:/i.test(trimmed) ? trimmed : null,
  } as Link;
}

const inputs = ROWS.map(({ input }) => filled(input));

describe('the 114 examples', () => {
  it('are all here', () => {
    expect(ROWS).toHaveLength(114);
  });

  for (const [at, row] of ROWS.entries()) {
    it(`${at + 1}. ${row.input} is ${row.what}`, () => {
      expect(classifyLink(filled(row.input), HOSTS)).toEqual(expected(row));
    });
  }
});

// What the pages allow as frames (behaviour §6.13), Dropbox as picture or film, and the configured hosts.
const FRAMES = `drive.google.com docs.google.com www.youtube-nocookie.com player.vimeo.com vimeo.com www.google.com
  my.matterport.com kuula.co app.cloudpano.com www.theasys.io momento360.com roundme.com app.lapentor.com www.zillow.com
  teliportme.com tour.panoee.net tour.panoee.com storage.net-fs.com cloud.pix4d.com ion.cesium.com api.mapbox.com
  onedrive.live.com www.dropbox.com webodm.example.org tours.example.org`.split(/\s+/);
const ON_SUBDOMAINS = ['matterport', 'kuula', 'sharepoint', 'openspace', 'propeller'];
const BY_SHAPE = ['unknown', 'direct', 'xyz', 'webodm'];

function isAllowedFrame(host: string): boolean {
  return FRAMES.includes(host) || /[^.]\.(?:openspace\.ai|sharepoint\.com)$/.test(host);
}

function escapes(link: Link): string[] {
  const found: string[] = [];
  if (link.url !== null && !/^https?:$/.test(new URL(link.url).protocol)) found.push(link.url);
  if (link.embedUrl !== null) {
    const { protocol, username, port, hostname } = new URL(link.embedUrl);
    const isHome = link.provider === 'direct' || isAllowedFrame(hostname);
    const isPlain = link.embedUrl.startsWith('https://') && protocol === 'https:' && !username && !port;
    if (!isPlain || !isHome) found.push(link.embedUrl);
  }
  return found;
}

const SPICE = `/ \\ // .. %2e%2f %00 %25 @ : :443 ? # & = + . www. javascript: data: https:// http:// {z} {x} {y} \0 \t
  \n \ud800 ｅ ＠ 。 ' " < > ( ) | ^ [ ] ::1 folders d id= list= key= m= t=1h2m3s evil.example`.split(' ');

/** A known link with pieces cut out of it and hostile pieces put in. */
const mangled = fc
  .tuple(
    fc.constantFrom(...inputs, '/media/folders/a/b', '/media/files/a b.jpg'),
    fc.array(fc.tuple(fc.nat(120), fc.nat(6), fc.constantFrom(...SPICE, '', 'a')), { minLength: 1, maxLength: 4 }),
  )
  .map(([input, cuts]) => cuts.reduce((text, [at, n, put]) => text.slice(0, at) + put + text.slice(at + n), input));
const anything = fc.oneof(
  mangled,
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc
    .tuple(fc.constantFrom('https://', 'http://', '/media/files/', 'https:', '//'), fc.string())
    .map((parts) => parts.join('')),
);

describe('hostile text', () => {
  it('never makes the classifier throw or answer an address off https and the allowed hosts', async () => {
    await fc.assert(
      fc.property(anything, (text) => {
        expect(escapes(classifyLink(text, HOSTS))).toEqual([]);
        expect(classifyLink(text).embedUrl ?? 'https://').toMatch(/^https:\/\//);
      }),
      { numRuns: 5000 },
    );
  });

  it('never makes the other two throw, and what may be stored can be opened or read locally', async () => {
    await fc.assert(
      fc.property(anything, (text) => {
        driveFolderId(text);
        const link = classifyLink(text);
        const opens = link.url !== null || link.provider === 'local';
        expect(linkProblem(text) === null && !opens).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  it.each(['ksa...openspace.ai', '.openspace.ai', 'www..openspace.ai', 'contoso..sharepoint.com'])(
    'a host with an empty label is nobody’s: %s',
    (host) => {
      const [tour, folder] = ['/ohplayer?site=AbCdEfGhIjKlMnOpQrStUv', '/:f:/s/site/AbCdEfGhIjKl'];
      for (const path of [tour, folder])
        expect(classifyLink(`https://${host}${path}`)).toMatchObject({ provider: 'unknown', embedUrl: null });
    },
  );

  it('is answered quickly however long it is', () => {
    const long = 'a/'.repeat(50_000) + '/'.repeat(50_000);
    const started = performance.now();
    for (const host of [
      'docs.google.com',
      'www.google.com/maps/place',
      'contoso.sharepoint.com',
      'dropbox.com/s',
      'x.example',
    ]) {
      classifyLink(`https://${host}/${long}x`);
      driveFolderId(`https://${host}/${long}x`);
      classifyLink(`https://${host}/${long}`);
    }
    classifyLink(`/media/files/${long}`);
    classifyLink(`https://youtu.be/dQw4w9WgXcQ?t=${'1'.repeat(100_000)}`);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt://drive.google.com/%0aalert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://drive.google.com/x',
    '//drive.google.com/file/d/x',
    'https:drive.google.com/file/d/x',
    'https:///drive.google.com/file/d/x',
    'https:\\\\drive.google.com',
    'https://',
    '',
  ])('%j leaves no address at all', (text) => {
    const nothing = { provider: 'unknown', kind: 'unknown', id: null, embedUrl: null, url: null };
    expect(classifyLink(text, HOSTS)).toEqual(nothing);
    expect(linkProblem(text)).not.toBeNull();
  });
});

describe('a look-alike host', () => {
  const known = ROWS.map((row) => ({ link: filled(row.input).trim(), provider: row.what.split(' ')[0] ?? '' })).filter(
    ({ provider }) => !BY_SHAPE.includes(provider),
  );
  const fakes = known.flatMap(({ link, provider }) => {
    const [, host = '', rest = ''] = /^https?:\/\/([^/]+)(.*)$/.exec(link) ?? [];
    const own = host.split('.').slice(-2).join('.');
    const impostors = [
      `https://${host}.evil.example${rest}`,
      `https://${host.replace(own, `evil${own}`)}${rest}`,
      `https://${host.replace(own, `evil-${own}`)}${rest}`,
      `https://${host}@evil.example${rest}`,
      `https://user:pw@${host}${rest}`,
      `https://@${host}${rest}`,
      `https://${host}:8443${rest}`,
      `https://${host}:443${rest}`,
      `https://evil.example/${host}${rest}`,
      `https://evil.example\\@${host}${rest}`,
      `https://evil.example?${host}${rest}`,
      `https://evil.example#@${host}${rest}`,
      `https://${host.replace('.', '-')}${rest}`,
      `ftp://${host}${rest}`,
      ...(ON_SUBDOMAINS.includes(provider) ? [] : [`https://x.${host}${rest}`]),
    ];
    return impostors.map((impostor) => ({ impostor, provider }));
  });

  it('never passes as the provider', () => {
    const passed = fakes.filter(({ impostor, provider }) => classifyLink(impostor, HOSTS).provider === provider);
    expect(fakes.length).toBeGreaterThan(1000);
    expect(passed).toEqual([]);
  });

  it('cannot hide a user name behind the tabs and line breaks that browsers drop', () => {
    const link = classifyLink(`https://\t/\nuser@drive.google.com/drive/folders/${FOLD}`);
    expect(link).toMatchObject({ provider: 'unknown', embedUrl: null });
    expect(link.url).not.toMatch(/\s/);
  });

  it('is framed only as a plain file of its own', () => {
    const framed = fakes.map(({ impostor }) => classifyLink(impostor, HOSTS)).filter((link) => link.embedUrl !== null);
    expect(framed.filter((link) => link.provider !== 'direct')).toEqual([]);
  });

  it('cannot borrow a known host by a trailing dot, letter case or full-width letters: those are that host', () => {
    for (const host of ['drive.google.com.', 'DRIVE.Google.COM', 'www.drive.google.com', 'ｄrive.google.com']) {
      const link = classifyLink(`https://${host}/file/d/${FILE}/view`);
      expect(link.embedUrl).toBe(`https://drive.google.com/file/d/${FILE}/preview`);
    }
  });
});

describe('embed addresses', () => {
  it.each([
    [
      `https://www.youtube.com/embed/videoseries?list=${PLACEHOLDERS.PL}`,
      `https://www.youtube-nocookie.com/embed/videoseries?list=${PLACEHOLDERS.PL}`,
    ],
    ['https://www.youtube.com/embed/live_stream?channel=x', null],
    ['https://youtu.be/dQw4w9WgXcQ?t=1h2m3s', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=3723'],
    ['https://youtu.be/dQw4w9WgXcQ?t=0', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/event/1234567/abcdef1234', 'https://vimeo.com/event/1234567/embed/abcdef1234'],
    [
      'https://www.google.com/maps/place/A%26key=x+B/@1,2,3z',
      `https://www.google.com/maps/embed/v1/place?key=${KEY}&q=A%26key%3Dx+B`,
    ],
    [
      'https://www.google.com/maps/@6.4,3.4,3a,200y,370.5h,86.53t/data=x',
      `https://www.google.com/maps/embed/v1/streetview?key=${KEY}&location=6.4,3.4&heading=360&pitch=-3.47&fov=100`,
    ],
    [
      'https://www.google.com/maps/@6.4,3.4,812m/data=x',
      `https://www.google.com/maps/embed/v1/view?key=${KEY}&center=6.4,3.4`,
    ],
    ['https://www.google.com/maps/embed?pb=', null],
    [
      'https://www.google.com/maps/embed/v1/place?key=theirs&q=Lagos',
      'https://www.google.com/maps/embed/v1/place?key=theirs&q=Lagos',
    ],
    ['https://cloud.pix4d.com/dataset/1234567/map', null],
    ['https://cloud.pix4d.com/project/embed/12-ab/', 'https://cloud.pix4d.com/project/embed/12-ab/'],
    ['https://api.mapbox.com/styles/v1/acme/abc.html?access_token=sk.secret', null],
    [
      `http://www.webodm.example.org/public/task/${UUID}/3d/?t=dsm`,
      `https://webodm.example.org/public/task/${UUID}/iframe/3d/?t=dsm`,
    ],
    ['https://roundme.com/embed/123456/7890123', 'https://roundme.com/embed/123456/7890123'],
    ['https://tour.panoee.com/iframe/abc', 'https://tour.panoee.com/iframe/abc'],
    ['https://storage.net-fs.com/hosting/1/2/index.htm', 'https://storage.net-fs.com/hosting/1/2/index.htm'],
    ['https://tours.example.org/site-a/', 'https://tours.example.org/site-a/'],
    ['HTTPS://cdn.example.com/a b.jpg', 'https://cdn.example.com/a%20b.jpg'],
  ])('%s is shown at %s', (input, embed) => {
    expect(classifyLink(input, HOSTS).embedUrl).toBe(embed);
  });

  it('that need a Maps key are left out when none is configured', () => {
    expect(classifyLink('https://www.google.com/maps/@6.4087,3.4093,17z')).toMatchObject({
      provider: 'google-maps',
      embedUrl: null,
    });
  });

  it('are not made for other things on a shared host', () => {
    expect(classifyLink('https://www.google.com/search?q=maps').provider).toBe('unknown');
    expect(classifyLink('https://www.google.com/maps').provider).toBe('google-maps');
  });
});

describe('a local link', () => {
  it.each([
    ['/media/folders/lekki/2026-11-20', 'folder', 'lekki/2026-11-20'],
    ['/media/folders/lekki/', 'folder', 'lekki'],
    ['/media/files/lekki/Tower%20A%20%231.jpg', 'image', 'lekki/Tower A #1.jpg'],
    ['/media/files/lekki/100%25.mp4', 'video', 'lekki/100%.mp4'],
    ['/media/files/ortho.tif', 'geotiff', 'ortho.tif'],
    ['/media/files/lekki/..notes.las', 'file', 'lekki/..notes.las'],
    ['/media/files/Ọ̀yọ́.xyz', 'file', 'Ọ̀yọ́.xyz'],
  ])('%s is a %s', (input, kind, id) => {
    const link = { provider: 'local', kind, id, embedUrl: null, url: null };
    expect(classifyLink(input)).toEqual(link);
    expect(linkProblem(input)).toBeNull();
  });

  it.each(
    `/media/folders/ /media/folders /media/other/a /media/files/../a /media/files/a/.. /media/files/a/./b
    /media/files//a /media/files/a//b /media/files/a\\b /media/files/%2e%2e/a /media/files/.%2E/a /media/files/a%2fb
    /media/files/a%5Cb /media/files/a%00b /media/files/%252e%252e/a /media/files/a%252fb /media/files/%E0%A4
    /media/files/a?b /media/files/a#b /media/files/.../a /media/files/%20/a /media/files/..%20/a /Media/files/a
    //evil.example/media/files/a /\\evil.example /etc/passwd`.split(/\s+/),
  )('%s is refused', (input) => {
    expect(classifyLink(input)).toMatchObject({ provider: 'unknown', id: null, url: null });
    expect(linkProblem(input)).toMatch(/^A local link must be/);
  });

  it('never answers a path with an empty, dotted or escaped step, whatever is pasted', async () => {
    const piece = fc.constantFrom('a', '.', '..', '/', '\\', '%2e', '%2F', '%25', '%00', '%', '2e', ' ', 'b.jpg', '\0');
    await fc.assert(
      fc.property(fc.constantFrom('folders', 'files'), fc.array(piece, { maxLength: 8 }), (place, pieces) => {
        const { id } = classifyLink(`/media/${place}/${pieces.join('')}`);
        const steps = (id ?? 'a').split('/');
        expect(steps.filter((step) => step.trim().replaceAll('.', '') === '')).toEqual([]);
        expect(id ?? '').not.toMatch(/[\\\0]|%(?:2e|2f|5c|00)/i);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('what may be stored', () => {
  it.each([
    ['https://example.com/photos', null],
    ['  http://example.com  ', null],
    [`https://example.com/${'a'.repeat(980)}`, null],
    [`https://example.com/${'a'.repeat(981)}`, 'A link may have at most 1000 characters; this one has 1001.'],
    ['https://example.com/a\nb', 'A link must be one line without control characters.'],
    ['https://example.com/\ud800', 'A link must be one line without control characters.'],
  ])('%j answers %j', (value, problem) => {
    expect(linkProblem(value)).toBe(problem);
  });

  it('is distinguished by the limit that was broken', () => {
    expect(linkProblem('javascript:alert(1)')).toMatch(/^A link must start with https/);
    expect(linkProblem('www.example.com')).toMatch(/^A link must start with https/);
    expect(linkProblem('https:///x')).toMatch(/^This is not a complete web address/);
    expect(linkProblem('https://a b/')).toMatch(/^This is not a complete web address/);
  });

  it('holds every example that is a web address', () => {
    expect(inputs.filter((input) => /^\s*https?:/.test(input) && linkProblem(input) !== null)).toEqual([]);
  });
});

describe('the id in a Drive folder link', () => {
  it.each([
    [`https://drive.google.com/drive/u/1/folders/${FOLD}?id=${FILE}`, FOLD],
    [`https://drive.google.com/anything?id=${FOLD}`, FOLD],
    [`https://drive.google.com/file/d/${FILE}/view`, FILE],
    [`https://docs.google.com/document/d/${FILE}/edit`, FILE],
    ['https://drive.google.com/drive/my-drive', null],
    [`https://drive.google.com/open?id=x' or '1'='1`, null],
    [`https://drive.google.com.evil.example/drive/folders/${FOLD}`, null],
    [`https://user@drive.google.com/drive/folders/${FOLD}`, null],
    [FOLD, null],
  ])('%s gives %s', (link, id) => {
    expect(driveFolderId(link)).toBe(id);
  });
});
