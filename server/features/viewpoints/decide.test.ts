// Which picture of a visit belongs to which viewpoint: names first, positions next, likeness last; nothing twice, nothing by chance.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide, type FreePicture, type KnownPicture, numberIn, type OpenViewpoint } from './decide.ts';
import { contradict, degreesBetween, metresBetween, nearness } from './nearness.ts';

const nowhere = { latitude: null, longitude: null, heading: null, pitch: null };
/** Metres north of a place in Lagos. */
const at = (north: number, heading: number | null = 90, pitch: number | null = -30) => {
  return { latitude: 6.4478 + north / 111_195, longitude: 3.472, heading, pitch };
};

function known(name: string, spot: Partial<KnownPicture> = {}): KnownPicture {
  return { ...nowhere, mediaKind: 'drone', name, ...spot };
}
function viewpoint(id: number, ...pictures: KnownPicture[]): OpenViewpoint {
  return { id, kind: 'photo', position: id, known: pictures };
}
function picture(name: string, spot: Partial<FreePicture> = {}): FreePicture {
  return { ...nowhere, file: `local:v/${name}`, name, mediaKind: 'drone', panorama: false, ...spot };
}

/** '1 VP01.jpg name', … */
function placed(viewpoints: OpenViewpoint[], pictures: FreePicture[], likeness = undefined as never): string[] {
  const { placements } = decide({ viewpoints, pictures, likeness });
  return placements.map(({ viewpointId, file, by }) => `${viewpointId} ${file.slice('local:v/'.length)} ${by}`).sort();
}
const proposed = (viewpoints: OpenViewpoint[], pictures: FreePicture[]) => decide({ viewpoints, pictures }).proposals;

test.each([
  ['VP03.jpg', 3],
  ['vp-3.JPG', 3],
  ['vp_12 north.jpeg', 12],
  ['Block A VP7.jpg', 7],
  ['03_.jpg', 3],
  ['03_north-east.jpg', 3],
  ['DJI_0003.JPG', null],
  ['mvp3.jpg', null],
  ['VP1234.jpg', null],
  ['VP0.jpg', null],
  ['2026_03.jpg', null],
  ['03.jpg', null],
  ['20_11_2026_a.jpg', null],
  ['11_20_26.jpg', null],
  ['20_Nov_2026.jpg', null],
  ['03_20_11_2026.jpg', 3],
  ['03_20261120.jpg', 3],
  ['VP03_20_11_2026.jpg', 3],
])('the name %s carries the number %s', (name, number) => {
  expect(numberIn(name)).toBe(number);
});

test('names that carry the number of a viewpoint place their pictures', () => {
  const names = ['VP01.jpg', 'vp-2.jpg', '03_north.jpg', 'other.jpg'];
  const three = [viewpoint(1), viewpoint(2), viewpoint(3)];
  expect(
    placed(
      three,
      names.map((name) => picture(name)),
    ),
  ).toEqual(['1 VP01.jpg name', '2 vp-2.jpg name', '3 03_north.jpg name']);
});

test('the file name of the viewpoint’s last picture places its next one', () => {
  const gate = viewpoint(7, known('gate.jpg'), known('old.jpg'));
  expect(placed([gate], [picture('GATE.JPG'), picture('old.jpg')])).toEqual(['7 GATE.JPG name']);
});

test('two pictures with the number of one viewpoint wait for a person', () => {
  const pictures = [picture('VP01.jpg'), picture('vp-1.jpg')];
  expect(placed([viewpoint(1)], pictures)).toEqual([]);
  expect(proposed([viewpoint(1)], pictures).map(({ candidates }) => candidates)).toEqual([
    [{ viewpointId: 1, by: 'name' }],
    [{ viewpointId: 1, by: 'name' }],
  ]);
});

test('a counted name falls where the headers say that it is another place', () => {
  const one = viewpoint(1, known('DJI_0002.JPG', at(0)));
  const [same, other] = [picture('DJI_0102.JPG', at(1)), picture('DJI_0002.JPG', at(200))];
  expect(placed([one], [same, other])).toEqual(['1 DJI_0102.JPG position']);
});

test('a number at the start of a name only proposes where the headers say that it is another place; VP and a number are believed', () => {
  const three = viewpoint(3, known('03_a.jpg', at(0)));
  expect(placed([three], [picture('03_b.jpg', at(1))])).toEqual(['3 03_b.jpg name']);
  expect(placed([three], [picture('03_b.jpg', at(200))])).toEqual([]);
  expect(proposed([three], [picture('03_b.jpg', at(200))])).toMatchObject([
    { candidates: [{ viewpointId: 3, by: 'name' }] },
  ]);
  expect(placed([three], [picture('VP03.jpg', at(200))])).toEqual(['3 VP03.jpg name']);
  expect(placed([three], [picture('03_b.jpg', at(200)), picture('c.jpg', at(2))])).toEqual(['3 c.jpg position']);
});

test('a picture within 15 metres and 20 degrees of the viewpoint’s pictures is its next one', () => {
  const two = [viewpoint(1, known('a.jpg', at(0))), viewpoint(2, known('b.jpg', at(60)))];
  const pictures = [
    picture('DJI_0102.JPG', at(3, 95)),
    picture('DJI_0103.JPG', at(58, 80)),
    picture('DJI_0104.JPG', at(30)),
  ];
  expect(placed(two, pictures)).toEqual(['1 DJI_0102.JPG position', '2 DJI_0103.JPG position']);
});

test.each([
  ['16 metres away', at(16)],
  ['looking 21 degrees elsewhere', at(0, 111)],
  ['looking straight down', at(0, 90, -90)],
  ['without a position', nowhere],
])('a picture %s is not placed by its position', (_, spot) => {
  expect(placed([viewpoint(1, known('a.jpg', at(0)))], [picture('b.jpg', spot)])).toEqual([]);
});

test('a position without a heading only proposes', () => {
  const one = viewpoint(1, known('a.jpg', at(0)));
  expect(placed([one], [picture('b.jpg', at(2, null))])).toEqual([]);
  expect(proposed([one], [picture('b.jpg', at(2, null))])).toEqual([
    { file: 'local:v/b.jpg', candidates: [{ viewpointId: 1, by: 'position' }] },
  ]);
});

test('of two pictures taken from one place neither is placed, unless one clearly leads', () => {
  const one = viewpoint(1, known('a.jpg', at(0)));
  expect(placed([one], [picture('b.jpg', at(1)), picture('c.jpg', at(2))])).toEqual([]);
  expect(proposed([one], [picture('b.jpg', at(1)), picture('c.jpg', at(2))]).length).toBe(2);
  expect(placed([one], [picture('b.jpg', at(1)), picture('c.jpg', at(9))])).toEqual(['1 b.jpg position']);
});

test('what one viewpoint takes by its name no longer stands between the others', () => {
  const two = [viewpoint(1, known('a.jpg', at(0))), viewpoint(2, known('b.jpg', at(2)))];
  const pictures = [picture('VP01.jpg', at(1)), picture('x.jpg', at(1))];
  expect(placed(two, pictures)).toEqual(['1 VP01.jpg name', '2 x.jpg position']);
});

test('the picture that can be aligned with the newest one on clearly most points is placed last', () => {
  const likeness = [
    { viewpointId: 1, file: 'local:v/x.jpg', inliers: 240 },
    { viewpointId: 1, file: 'local:v/y.jpg', inliers: 90 },
    { viewpointId: 2, file: 'local:v/y.jpg', inliers: 29 },
  ];
  const question = {
    viewpoints: [viewpoint(1), viewpoint(2)],
    pictures: [picture('x.jpg'), picture('y.jpg')],
    likeness,
  };
  expect(decide(question).placements).toEqual([{ viewpointId: 1, file: 'local:v/x.jpg', by: 'picture' }]);
  const close = [
    { viewpointId: 1, file: 'local:v/x.jpg', inliers: 100 },
    { viewpointId: 1, file: 'local:v/y.jpg', inliers: 60 },
  ];
  expect(decide({ ...question, likeness: close }).placements).toEqual([]);
  expect(decide({ ...question, likeness: close }).proposals[0]).toEqual({
    file: 'local:v/x.jpg',
    candidates: [{ viewpointId: 1, by: 'picture' }],
  });
});

test('panoramas and photos, drone and indoor pictures are never taken for each other', () => {
  const sphere = { ...viewpoint(1, known('a.jpg', { ...at(0), mediaKind: 'tour360' })), kind: 'panorama' as const };
  expect(placed([sphere], [picture('VP01.jpg', at(0))])).toEqual([]);
  const turned = picture('p.jpg', { ...at(2, 300), mediaKind: 'tour360', panorama: true });
  expect(placed([sphere], [turned])).toEqual(['1 p.jpg position']);
  expect(placed([viewpoint(1, known('a.jpg'))], [picture('VP01.jpg', { mediaKind: 'indoor' })])).toEqual([]);
});

test('a picture that may be of a hundred viewpoints is proposed for the ten likeliest, the nearest first', () => {
  const hundred = Array.from({ length: 100 }, (_, nth) => viewpoint(nth + 1, known(`k${nth}.jpg`, at(nth / 10))));
  const [proposal] = proposed(hundred, [picture('x.jpg', at(0, null)), picture('y.jpg', at(0.01, null))]);
  expect(proposal?.candidates.map(({ viewpointId }) => viewpointId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

const spots = fc.oneof(
  fc.constant(nowhere),
  fc
    .record({ north: fc.integer({ min: -20, max: 40 }), heading: fc.option(fc.integer({ min: 0, max: 359 })) })
    .map(({ north, heading }) => at(north, heading)),
);
const names = fc.constantFrom('VP01.jpg', 'vp2.jpg', '03_a.jpg', 'a.jpg', 'b.jpg', 'DJI_0001.JPG');
const questions = fc.record({
  viewpoints: fc.array(fc.array(fc.tuple(names, spots), { maxLength: 3 }), { maxLength: 6 }),
  pictures: fc.array(fc.tuple(names, spots), { maxLength: 8 }),
  likeness: fc.array(fc.tuple(fc.nat(5), fc.nat(7), fc.integer({ min: 0, max: 400 })), { maxLength: 8 }),
});

test('whatever the pictures: at most one for each viewpoint, each once, none that was not asked about, and always the same', () => {
  fc.assert(
    fc.property(questions, (made) => {
      const viewpoints = made.viewpoints.map((pictures, nth) =>
        viewpoint(nth + 1, ...pictures.map(([name, spot]) => known(name, spot))),
      );
      const pictures = made.pictures.map(([name, spot], nth) => picture(name, { ...spot, file: `f${nth}` }));
      const likeness = made.likeness.map(([id, file, inliers]) => ({ viewpointId: id + 1, file: `f${file}`, inliers }));
      const question = { viewpoints, pictures, likeness };
      const { placements, proposals } = decide(question);
      const ids = placements.map(({ viewpointId }) => viewpointId);
      const files = placements.map(({ file }) => file);
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(files).size).toBe(files.length);
      expect(viewpoints.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
      expect(pictures.map(({ file }) => file)).toEqual(expect.arrayContaining(files));
      for (const { file, candidates } of proposals) {
        expect(files).not.toContain(file);
        for (const { viewpointId } of candidates) expect(ids).not.toContain(viewpointId);
        expect(candidates.length).toBeGreaterThan(0);
      }
      expect(decide(structuredClone(question))).toEqual({ placements, proposals });
    }),
  );
});

test('distances are those of the ground, also across the date line, and turns the short way', () => {
  expect(metresBetween(at(0), at(15))).toBeCloseTo(15, 1);
  const west = { ...nowhere, latitude: 0, longitude: -179.9999 };
  expect(metresBetween(west, { ...west, longitude: 179.9999 })).toBeCloseTo(22.24, 1);
  expect([degreesBetween(350, 10), degreesBetween(10, 190), degreesBetween(0, null)]).toEqual([20, 180, null]);
  expect(nearness(at(0), at(0), { panorama: false })).toEqual({ score: 0, sure: true });
  expect([contradict(at(0), at(31)), contradict(at(0), at(29)), contradict(nowhere, at(0))]).toEqual([
    true,
    false,
    false,
  ]);
});
