// Which picture of one visit is paired with which of another in a comparison.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PairablePicture, pairPictures } from './pair-pictures.ts';

/** Metres north of a place in Lagos. */
const at = (north: number, heading: number | null = 90) => {
  return { latitude: 6.4478 + north / 111_195, longitude: 3.472, heading, pitch: null };
};
const nowhere = { latitude: null, longitude: null, heading: null, pitch: null };

function picture(name: string, more: Partial<PairablePicture> = {}): PairablePicture {
  return { ...nowhere, id: name, name, folder: '', viewpointId: null, kind: 'photo', ...more };
}
/** The partner of each picture of the first visit, and why: { 'a.jpg': 'b.jpg name' }. */
function meets(
  own: PairablePicture[],
  others: PairablePicture[],
  aligned: { own: string; other: string; inliers: number }[] = [],
) {
  const pairs = pairPictures({ own, others, aligned });
  const found = own.map(({ id }) => {
    const pair = pairs.find((one) => one.own === id);
    return [id, pair && `${pair.other} ${pair.by}`];
  });
  return Object.fromEntries(found);
}

test('DJI_0002 meets DJI_0102, which was taken from the same place, and not DJI_0104', () => {
  const may = [picture('DJI_0001.JPG', at(0)), picture('DJI_0002.JPG', at(40)), picture('DJI_0003.JPG', at(80))];
  const june = [0, 40, 42, 44, 80].map((north, nth) => picture(`DJI_010${nth + 1}.JPG`, at(north)));
  expect(meets(may, june)).toEqual({
    'DJI_0001.JPG': 'DJI_0101.JPG position',
    'DJI_0002.JPG': 'DJI_0102.JPG position',
    'DJI_0003.JPG': 'DJI_0105.JPG position',
  });
});

test('the viewpoint counts before the position', () => {
  const own = [picture('a.jpg', { ...at(0), viewpointId: 7 }), picture('b.jpg', at(5))];
  const others = [picture('c.jpg', at(0)), picture('d.jpg', { ...at(900), viewpointId: 7 })];
  expect(meets(own, others)).toEqual({ 'a.jpg': 'd.jpg viewpoint', 'b.jpg': 'c.jpg position' });
});

test('headings tell pictures of one place apart', () => {
  const own = [picture('north.jpg', at(0, 0)), picture('east.jpg', at(0, 90))];
  const others = [picture('x.jpg', at(1, 92)), picture('y.jpg', at(1, 358))];
  expect(meets(own, others)).toEqual({ 'north.jpg': 'y.jpg position', 'east.jpg': 'x.jpg position' });
});

test('pictures that were aligned are a pair where nothing says where they were taken', () => {
  const aligned = [
    { own: 'a.jpg', other: 'y.jpg', inliers: 300 },
    { own: 'a.jpg', other: 'x.jpg', inliers: 40 },
    { own: 'b.jpg', other: 'x.jpg', inliers: 35 },
    { own: 'gone.jpg', other: 'x.jpg', inliers: 900 },
  ];
  const found = meets([picture('a.jpg'), picture('b.jpg')], [picture('x.jpg'), picture('y.jpg')], aligned);
  expect(found).toEqual({ 'a.jpg': 'y.jpg picture', 'b.jpg': 'x.jpg picture' });
});

test('equal names are a pair, unless they were taken elsewhere', () => {
  expect(
    meets([picture('gate.JPG'), picture('02_tower.JPG')], [picture('02_Tower.jpeg'), picture('gate.jpg')]),
  ).toEqual({
    'gate.JPG': 'gate.jpg name',
    '02_tower.JPG': '02_Tower.jpeg name',
  });
  const far = meets(
    [picture('gate.JPG', at(0))],
    [picture('gate.JPG', { ...at(500), id: 'far' }), picture('DJI_0009.JPG', { ...at(10), id: 'near' })],
  );
  expect(far).toEqual({ 'gate.JPG': 'near position' });
});

test('of equal names in several folders the one in the folder of the same name', () => {
  const cards = ['north', 'south'].map((card) => picture('gate.jpg', { id: card, folder: card }));
  expect(meets([picture('gate.jpg', { folder: 'south' })], cards)).toEqual({ 'gate.jpg': 'south name' });
});

test('a number alone pairs nothing, whichever camera counted it', () => {
  for (const name of [
    'DJI_0001.JPG',
    '03.jpg',
    'IMG_20260102_101500.jpg',
    'DJI_20260102101500_0001_V.JPG',
    '2026-02-10_3.jpg',
    'P1010042.JPG',
  ])
    expect(meets([picture(name)], [picture(name, { id: 'other' })])).toEqual({ [name]: 'other order' });
  const counted = meets(
    [picture('2026-02-10_3.jpg'), picture('DJI_0042.JPG')],
    ['site-42.jpg', '2026-05-01_3.jpg'].map((name) => picture(name)),
  );
  expect(counted).toEqual({ '2026-02-10_3.jpg': 'site-42.jpg order', 'DJI_0042.JPG': '2026-05-01_3.jpg order' });
});

test('films and maps are each other’s by name and order too, and never a photo’s while there is one of their kind', () => {
  const film = (name: string) => picture(name, { kind: 'video' });
  const own = [film('a.mp4'), film('tour.mp4')];
  const others = [picture('tour.jpg'), film('Tour.MOV'), film('x.mp4')];
  expect(meets(own, others)).toEqual({ 'a.mp4': 'x.mp4 order', 'tour.mp4': 'Tour.MOV name' });
});

test('one as far along stands in for what the other visit has fewer of', () => {
  const own = ['a', 'b', 'c', 'd', 'e'].map((name) => picture(name));
  const others = ['r', 's', 't'].map((name) => picture(name));
  expect(Object.values(meets(own, others))).toEqual(['r', 's', 's', 't', 't'].map((name) => `${name} order`));
  expect(meets(own, [])).toEqual({ a: undefined, b: undefined, c: undefined, d: undefined, e: undefined });
});

test('what is left over meets the one as far along, on both sides', () => {
  const own = ['a', 'b', 'c'].map((name) => picture(`${name}.jpg`));
  const others = ['p', 'q', 'r', 's', 't'].map((name) => picture(`${name}.jpg`));
  expect(meets(own, others)).toEqual({ 'a.jpg': 'p.jpg order', 'b.jpg': 'r.jpg order', 'c.jpg': 't.jpg order' });
  const pairs = pairPictures({ own, others, aligned: [] });
  expect(others.map(({ id }) => pairs.find(({ other }) => other === id)?.own)).toEqual([
    'a.jpg',
    'b.jpg',
    'b.jpg',
    'c.jpg',
    'c.jpg',
  ]);
});

test('of two surveys of a thousand photos each meets the one of its own place, in whatever order they come', () => {
  const survey = (side: string) =>
    Array.from({ length: 1_000 }, (_, nth) => {
      const [row, column] = [Math.floor(nth / 40), nth % 40];
      const place = { ...at(row * 6), longitude: 3.472 + column * 0.000_054 };
      return picture(`${side}${nth}.jpg`, { ...place, id: `${side} ${nth}` });
    });
  const pairs = pairPictures({ own: survey('a'), others: survey('b').reverse(), aligned: [] });
  expect(pairs.map(({ own, other, by }) => [other.slice(2) === own.slice(2), by])).toEqual(
    Array(1_000).fill([true, 'position']),
  );
});

test.each([
  ['at one place, each looking another way', () => ({ ...at(0), heading: null })],
  ['far from each other', (side: number) => at(side * 1_000)],
])('two visits of a thousand photos %s cost hundreds of looks a photo, not thousands', (_, placeOf) => {
  let looks = 0;
  const visit = (side: number) =>
    Array.from({ length: 1_000 }, (__, nth): PairablePicture => {
      const { heading, ...rest } = placeOf(side);
      const own = picture('same.jpg', { ...rest, id: `${side} ${nth}` });
      return Object.defineProperty(own, 'heading', {
        get() {
          looks++;
          return heading === null ? side * 90 : heading;
        },
      });
    });
  const pairs = pairPictures({ own: visit(0), others: visit(1), aligned: [] });
  expect(new Set(pairs.map(({ own }) => own)).size).toBe(1_000);
  expect(looks).toBeLessThan(1_000 * 2_000);
});

const spots = fc.option(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.option(fc.constantFrom(0, 10, 90))));
const visits = fc.array(
  fc.record({
    name: fc.constantFrom('a.jpg', 'b.jpg', 'c.jpg', 'VP1.jpg'),
    spot: spots,
    viewpoint: fc.option(fc.nat(2)),
    kind: fc.constantFrom('photo' as const, 'panorama' as const, 'video' as const),
  }),
  { maxLength: 7 },
);

test('whatever two visits hold: every picture meets one, none surely meets two, and both ways say the same', () => {
  fc.assert(
    fc.property(visits, visits, (mine, theirs) => {
      const [own, others] = [mine, theirs].map((visit, side) =>
        visit.map(({ name, spot, viewpoint, kind }, nth) =>
          picture(name, { ...(spot ? at(...spot) : nowhere), id: `${side} ${nth}`, viewpointId: viewpoint, kind }),
        ),
      ) as [PairablePicture[], PairablePicture[]];
      const pairs = pairPictures({ own, others, aligned: [] });
      const sure = pairs.filter(({ by }) => by !== 'order');
      for (const side of ['own', 'other'] as const) {
        const ids = sure.map((pair) => pair[side]);
        expect(new Set(ids).size).toBe(ids.length);
      }
      // If one side is empty there is nothing to pair.
      const [mineMeet, theirsMeet] = [others.length > 0 ? own : [], own.length > 0 ? others : []];
      const named = (side: 'own' | 'other') => [...new Set(pairs.map((pair) => pair[side]))].sort();
      expect(named('own')).toEqual(mineMeet.map(({ id }) => id).sort());
      expect(named('other')).toEqual(theirsMeet.map(({ id }) => id).sort());
    }),
  );
});
