// The claims about pinned concerns: what can be pinned by whom, what is cut out, who reads it, and how it is moved.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Dispute, DisputeMessage, Pin } from '#contract/disputes/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { createTestApp, sealed, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let folder: string;
let testApp: TestApp;
let people: Record<'admin' | 'crew' | 'otherCrew' | 'client' | 'contributor' | 'viewer' | 'otherClient', TestPerson>;
let project: number;
let elsewhere: number;
/** Released, with photos, a panorama, a video and a map of lekki/one. */
let session: number;
/** Released, of the same project. */
let later: number;
/** Of the same project, waiting for review. */
let waiting: number;
/** Released, of another client's project. */
let foreign: number;

async function submit(links: object, projectId = project): Promise<number> {
  const body = { projectId, captureDate: '2026-03-04', ...links };
  return (
    (await testApp.call(people.admin, 'POST /api/sessions', { body: { ...body, photographerId: people.crew.id } }))
      .body as Session
  ).id;
}

async function release(links: object, projectId = project): Promise<number> {
  const id = await submit(links, projectId);
  expect((await testApp.call(people.admin, `PUT /api/sessions/${id}/approve`, { body: {} })).status).toBe(200);
  return id;
}

/** Left half red, right half green, above a blue stripe. */
async function twoColours(): Promise<Buffer> {
  const half = { width: 400, height: 600, channels: 3 as const };
  const right = await sharp({ create: { ...half, background: '#00ff00' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 800, height: 600, channels: 3, background: '#ff0000' } })
    .composite([{ input: right, left: 400, top: 0 }])
    .jpeg()
    .toBuffer();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-anchors-'));
  for (const name of ['lekki/one', 'lekki/two', 'ikoyi']) mkdirSync(join(folder, 'media', name), { recursive: true });
  const photo = await twoColours();
  const one = join(folder, 'media/lekki/one');
  writeFileSync(join(one, '1.jpg'), photo);
  writeFileSync(join(one, 'turned.jpg'), await sharp(photo).withMetadata({ orientation: 6 }).jpeg().toBuffer());
  writeFileSync(join(one, 'film.mp4'), 'bytes');
  writeFileSync(join(one, 'map.tif'), 'II*');
  writeFileSync(join(one, 'notes.txt'), 'words');
  writeFileSync(join(folder, 'media/lekki/two/2.jpg'), photo);
  writeFileSync(join(folder, 'media/lekki/two/map.tif'), 'II*');
  writeFileSync(join(folder, 'media/ikoyi/3.jpg'), photo);
  testApp = await createTestApp({ mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') });
  people = {
    admin: await testApp.person('admin'),
    crew: await testApp.person('photographer'),
    otherCrew: await testApp.person('photographer'),
    client: await testApp.person('client'),
    contributor: await testApp.person('client'),
    viewer: await testApp.person('client'),
    otherClient: await testApp.person('client'),
  };
  const { admin, client, contributor, viewer, otherClient } = people;
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  elsewhere = await testApp.make.project({ clientId: otherClient.id, createdBy: admin.id });
  await testApp.make.member({ projectId: project, userId: contributor.id, role: 'contributor' });
  await testApp.make.member({ projectId: project, userId: viewer.id, role: 'viewer' });
  for (const [id, root] of [
    [project, 'lekki'],
    [elsewhere, 'ikoyi'],
  ])
    await testApp.call(admin, `PUT /api/projects/${id}/media-roots`, {
      body: { roots: [{ provider: 'local', root }] },
    });
  session = await release({
    droneImagesUrl: '/media/folders/lekki/one',
    videoUrl: 'https://vimeo.com/123456789',
    tour360Url: 'https://my.matterport.com/show/?m=abcdefghijk',
  });
  later = await release({ droneImagesUrl: '/media/folders/lekki/two' });
  waiting = await submit({ droneImagesUrl: '/media/folders/lekki/two' });
  foreign = await release({ droneImagesUrl: '/media/folders/ikoyi' }, elsewhere);
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await testApp.database.query.deleteFrom('disputes').execute();
  await testApp.database.query.deleteFrom('notifications').execute();
});

const photo = { kind: 'photo', mediaKind: 'drone', file: 'local:lekki/one/1.jpg', x: 0.75, y: 0.5 };
const second = { ...photo, file: 'local:lekki/two/2.jpg' };

function raise(anchor: object, by = people.client, sessionId = session) {
  return testApp.call(by, 'POST /api/disputes', { body: { sessionId, reason: 'A crack', anchor } });
}

async function raised(anchor: object = photo, by = people.client): Promise<Dispute> {
  const answer = await raise(anchor, by);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as Dispute;
}

const cropOf = async (url: string | null | undefined, who = people.client) =>
  (await testApp.app.inject({ url: url ?? '', headers: { cookie: who.cookie } })).rawPayload;
const pinsOf = async (who: TestPerson, id = session) =>
  ((await testApp.call(who, `GET /api/sessions/${id}/pins`)).body as { pins: Pin[] }).pins;
const messagesOf = async (id: number) =>
  (await testApp.call(people.viewer, `GET /api/disputes/${id}/messages`)).body as DisputeMessage[];

describe('a concern', () => {
  test('keeps the place in a photo that it is about, with the record that was released then', async () => {
    const box = { left: 0.6, top: 0.4, width: 0.3, height: 0.2 };
    const { anchor, id } = await raised({ ...photo, box });
    const db = testApp.database.query;
    const { released_record_id: recordId } = await db
      .selectFrom('sessions')
      .select('released_record_id')
      .where('id', '=', session)
      .executeTakeFirstOrThrow();
    expect(anchor).toMatchObject({
      disputeId: id,
      kind: 'photo',
      projectId: project,
      sessionId: session,
      recordId,
      mediaKind: 'drone',
      file: sealed('local:lekki/one/1.jpg'),
      name: '1.jpg',
      place: { x: 0.75, y: 0.5, box },
      other: null,
      mark: { x: expect.closeTo(0.5) },
    });
    expect((await testApp.call(people.admin, `GET /api/disputes/${id}`)).body).toMatchObject({ anchor });
  });

  test.each([
    ['panorama', { yaw: -120.5, pitch: 30 }, 'local:lekki/one/1.jpg'],
    ['film', { second: 65.5, x: 0.5, y: 0.25 }, 'local:lekki/one/film.mp4'],
    ['film', { second: 65.5 }, 'local:lekki/one/film.mp4'],
    ['map', { longitude: 3.47, latitude: 6.45 }, 'local:lekki/one/map.tif'],
  ])('keeps the place in a %s', async (kind, place, file) => {
    const { anchor } = await raised({ kind, mediaKind: 'drone', file, ...place });
    expect(anchor).toMatchObject({ kind, place, cropUrl: kind === 'panorama' ? expect.any(String) : null });
  });

  test('is pinned to a second of a film that its host plays, but to no tour', async () => {
    const film = { kind: 'film', mediaKind: 'videos', file: 'link:https://vimeo.com/123456789', second: 12 };
    expect((await raised(film)).anchor).toMatchObject({ file: film.file, place: { second: 12 }, cropUrl: null });
    const tour = { kind: 'panorama', mediaKind: 'tour360', file: 'link:x', yaw: 0, pitch: 0 };
    expect(await raise(tour)).toMatchObject({
      status: 400,
      body: { message: 'A tour on another host cannot be pinned: describe the place in words' },
    });
  });

  test('keeps both pictures of a comparison and how they were compared', async () => {
    const comparison = {
      ...second,
      kind: 'comparison',
      other: { sessionId: session, file: 'local:lekki/one/1.jpg' },
      mode: 'swipe',
      view: [0.5, 0.5, 2],
    };
    const answer = await raise(comparison, people.client, later);
    expect(answer.body).toMatchObject({
      session: { id: later },
      anchor: {
        kind: 'comparison',
        sessionId: later,
        file: sealed('local:lekki/two/2.jpg'),
        other: { sessionId: session, file: sealed('local:lekki/one/1.jpg') },
        place: { x: 0.75, y: 0.5, mode: 'swipe', view: [0.5, 0.5, 2] },
      },
    });
    for (const id of [session, later]) expect(await pinsOf(people.client, id)).toHaveLength(1);
  });

  test.each([
    ['a box in two photos', 'jpg', { x: 0.75, y: 0.5, box: { left: 0.7, top: 0.4, width: 0.1, height: 0.2 } }],
    ['a direction in two 360° pictures', 'jpg', { yaw: 12, pitch: -3 }],
    ['a place on two maps', 'tif', { longitude: 3.42, latitude: 6.44 }],
  ])('keeps %s that were compared', async (_, is, place) => {
    const [file, otherFile] = is === 'jpg' ? ['2.jpg', '1.jpg'] : ['map.tif', 'map.tif'];
    const other = { sessionId: session, file: sealed(`local:lekki/one/${otherFile}`) };
    const tab = { kind: 'comparison', mediaKind: 'drone', file: `local:lekki/two/${file}` };
    const answer = await raise({ ...tab, ...place, other, mode: 'fade' }, people.client, later);
    expect(answer).toMatchObject({ status: 201, body: { anchor: { kind: 'comparison', place, other } } });
    const { anchor } = answer.body as Dispute;
    expect(anchor?.cropUrl !== null).toBe(is === 'jpg');
    for (const id of [session, later]) expect((await pinsOf(people.client, id))[0]?.anchor.place).toMatchObject(place);
  });

  test('about two pictures is of one kind of file on both sides', async () => {
    const other = { sessionId: session, file: 'local:lekki/one/1.jpg' };
    const onMap = { kind: 'comparison', mediaKind: 'drone', file: 'local:lekki/two/map.tif', mode: 'side' };
    expect(await raise({ ...onMap, longitude: 3, latitude: 6, other }, people.client, later)).toMatchObject({
      status: 400,
      body: { message: '1.jpg is no map', issues: [{ path: 'anchor.other' }] },
    });
  });

  test('without a place has none', async () => {
    const answer = await testApp.call(people.client, 'POST /api/disputes', {
      body: { sessionId: session, reason: 'R' },
    });
    expect(answer).toMatchObject({ status: 201, body: { anchor: null } });
  });
});

describe('nothing is pinned to', () => {
  const refusal = (message: string, path = 'anchor.file') => ({
    status: 400,
    body: { message, issues: [{ path }] },
  });

  test('what is not among the released files of the session', async () => {
    const message = 'This photo is not among the released ones of this session';
    for (const file of ['local:lekki/two/2.jpg', 'local:ikoyi/3.jpg', 'local:../secret.jpg', 'web:x'])
      expect(await raise({ ...photo, file })).toMatchObject(refusal(message));
    expect(await raise({ ...photo, mediaKind: 'indoor' })).toMatchObject(refusal(message));
  });

  test('a file that came after the release', async () => {
    writeFileSync(join(folder, 'media/lekki/one/new.jpg'), await twoColours());
    try {
      expect(await raise({ ...photo, file: 'local:lekki/one/new.jpg' })).toMatchObject({ status: 400 });
    } finally {
      rmSync(join(folder, 'media/lekki/one/new.jpg'));
    }
  });

  test('a session that is not released, or not theirs', async () => {
    for (const id of [waiting, foreign])
      expect(await raise(second, people.client, id)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'sessionId' }] },
      });
    expect(await raise(photo, people.otherClient)).toMatchObject({ status: 400 });
  });

  test('by somebody who only looks on, or who is no client', async () => {
    for (const who of [people.viewer, people.crew, people.admin]) expect((await raise(photo, who)).status).toBe(403);
    expect((await raise(photo, people.contributor)).status).toBe(201);
  });

  test('a file of another kind', async () => {
    expect(await raise({ ...photo, file: 'local:lekki/one/film.mp4' })).toMatchObject(refusal('film.mp4 is no photo'));
    const film = { kind: 'film', mediaKind: 'drone', file: 'local:lekki/one/1.jpg', second: 1 };
    expect(await raise(film)).toMatchObject(refusal('1.jpg is no video'));
    expect(await raise({ ...film, file: 'local:lekki/one/notes.txt' })).toMatchObject(refusal('notes.txt is no video'));
  });

  test('pictures of which one is of another project, or not released', async () => {
    const pair = { ...photo, kind: 'comparison', mode: 'side' };
    for (const other of [
      { sessionId: foreign, file: 'local:ikoyi/3.jpg' },
      { sessionId: waiting, file: 'local:lekki/two/2.jpg' },
    ])
      expect(await raise({ ...pair, other })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'anchor.other' }] },
      });
  });

  test.each([
    ['beyond the picture', { ...photo, x: 1.01 }],
    ['before it', { ...photo, y: -0.2 }],
    ['with no number', { ...photo, x: null }],
    ['of no kind', { ...photo, kind: 'dream' }],
    ['in a box that leaves the picture', { ...photo, box: { left: 0.8, top: 0, width: 0.4, height: 0.1 } }],
    ['beside its box', { ...photo, box: { left: 0.1, top: 0.4, width: 0.2, height: 0.2 } }],
    ['above the zenith', { ...photo, kind: 'panorama', yaw: 0, pitch: 91 }],
    ['before a film begins', { ...photo, kind: 'film', second: -1 }],
    ['off the earth', { ...photo, kind: 'map', longitude: 181, latitude: 0 }],
    ...(
      [
        ['nowhere in what is compared', {}],
        ['at half a point of what is compared', { x: 0.5 }],
        ['at a point and in a direction at once', { x: 0.5, y: 0.5, yaw: 1, pitch: 1 }],
        ['at a point, and half on the earth', { x: 0.5, y: 0.5, latitude: 6 }],
        ['beside its box in two photos', { x: 0.9, y: 0.5, box: { left: 0.1, top: 0.4, width: 0.2, height: 0.2 } }],
        ['in a box of two 360° pictures', { yaw: 1, pitch: 1, box: { left: 0.1, top: 0.1, width: 0.1, height: 0.1 } }],
      ] as const
    ).map(([name, place]): [string, object] => [
      name,
      {
        ...{ kind: 'comparison', mediaKind: 'drone', file: 'local:lekki/one/1.jpg', mode: 'side' },
        ...{ ...place, other: { sessionId: 1, file: 'x' } },
      },
    ]),
    [
      'in a view of nine numbers',
      { ...photo, kind: 'comparison', mode: 'side', view: Array(9).fill(1), other: { sessionId: 1, file: 'x' } },
    ],
  ])('a place %s', async (_, anchor) => {
    expect((await raise(anchor)).status).toBe(400);
    expect(await testApp.database.query.selectFrom('disputes').select('id').execute()).toEqual([]);
  });

  test.each(['NaN', 'Infinity', '1e999', '-1e999', '"0.5"'])('a place at %s', async (number) => {
    for (const anchor of [
      { ...photo, x: 'N' },
      { ...photo, kind: 'film', second: 'N' },
      { ...photo, kind: 'panorama', yaw: 'N', pitch: 0 },
      { ...photo, kind: 'comparison', mode: 'side', view: ['N'], other: { sessionId: later, file: second.file } },
    ]) {
      const answer = await testApp.app.inject({
        method: 'POST',
        url: '/api/disputes',
        headers: { cookie: people.client.cookie, 'content-type': 'application/json' },
        payload: JSON.stringify({ sessionId: session, reason: 'R', anchor }).replace('"N"', number),
      });
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.any(String)]);
    }
    expect(await testApp.database.query.selectFrom('disputes').select('id').execute()).toEqual([]);
  });
});

describe('the crop', () => {
  test('shows what is around the place, is small, and is asked for at each use by clients, who may lose it', async () => {
    const { anchor } = await raised();
    const answer = await testApp.call(people.viewer, `GET ${anchor?.cropUrl}`);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp', 'cache-control': 'private, no-cache' },
    });
    const headers = { 'if-none-match': String(answer.headers.etag) };
    expect((await testApp.call(people.viewer, `GET ${anchor?.cropUrl}`, { headers })).status).toBe(304);
    const forGood = 'private, max-age=31536000, immutable';
    expect((await testApp.call(people.admin, `GET ${anchor?.cropUrl}`)).headers['cache-control']).toBe(forGood);
    const bytes = await cropOf(anchor?.cropUrl);
    expect(bytes.length).toBeLessThan(200 * 1024);
    const { dominant } = await sharp(bytes).stats();
    expect(dominant.g).toBeGreaterThan(dominant.r);
    const red = await cropOf((await raised({ ...photo, x: 0.1 })).anchor?.cropUrl);
    const stats = await sharp(red).stats();
    expect(stats.dominant.r).toBeGreaterThan(stats.dominant.g);
  });

  test('of a picture of nothing but noise is at most 200 kB too', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;
    const picture = sharp({ create: { width: 2400, height: 1800, channels: 3, background: 'grey', noise } });
    writeFileSync(join(folder, 'media/lekki/two/noise.jpg'), await picture.jpeg({ quality: 95 }).toBuffer());
    try {
      const noisy = await release({ droneImagesUrl: '/media/folders/lekki/two' });
      const box = { left: 0, top: 0, width: 1, height: 1 };
      const anchor = { ...photo, file: 'local:lekki/two/noise.jpg', x: 0.5, y: 0.5, box };
      const { anchor: kept } = (await raise(anchor, people.client, noisy)).body as Dispute;
      const bytes = await cropOf(kept?.cropUrl);
      expect([bytes.length > 10_000, bytes.length <= 200 * 1024]).toEqual([true, true]);
    } finally {
      rmSync(join(folder, 'media/lekki/two/noise.jpg'));
    }
  });

  test('is of the picture as it stands upright', async () => {
    // Turned by a quarter: what was on the left is above now.
    const file = 'local:lekki/one/turned.jpg';
    const { dominant } = await sharp(
      await cropOf((await raised({ ...photo, file, x: 0.5, y: 0.1 })).anchor?.cropUrl),
    ).stats();
    expect(dominant.r).toBeGreaterThan(dominant.g);
  });

  test('near an edge ends there, and says where in it the place is', async () => {
    const { anchor } = await raised({ ...photo, x: 1, y: 0 });
    expect(anchor?.mark).toEqual({ x: 1, y: 0 });
  });

  test('is kept when its file is gone', async () => {
    const { anchor, id } = await raisedOn(later);
    const before = await cropOf(anchor?.cropUrl);
    rmSync(join(folder, 'media/lekki/two/2.jpg'));
    try {
      expect(await cropOf(anchor?.cropUrl)).toEqual(before);
      expect(before.length).toBeGreaterThan(100);
      expect((await testApp.call(people.client, `GET /api/disputes/${id}`)).body).toMatchObject({ anchor });
    } finally {
      writeFileSync(join(folder, 'media/lekki/two/2.jpg'), await twoColours());
    }
  });

  test('is shown to nobody else, and under no other concern', async () => {
    const { anchor } = await raised();
    for (const who of [people.otherClient, people.otherCrew])
      expect((await testApp.call(who, `GET ${anchor?.cropUrl}`)).status).toBe(404);
    expect((await testApp.call(null, `GET ${anchor?.cropUrl}`)).status).toBe(401);
    const other = await raised();
    expect((await testApp.call(people.client, `GET /api/disputes/${other.id}/crops/${anchor?.id}`)).status).toBe(404);
  });

  test('is found from its former address', async () => {
    const { id, anchor } = await raised();
    const former = await testApp.call(people.client, `GET /api/disputes/${id}/cutouts/${anchor?.id}`);
    expect([former.status, former.headers.location]).toEqual([308, anchor?.cropUrl]);
  });
});

async function raisedOn(id: number): Promise<Dispute> {
  return (await raise(second, people.client, id)).body as Dispute;
}

describe('pins', () => {
  test('are read by whoever may read the concern', async () => {
    const { id } = await raised();
    for (const who of [people.client, people.contributor, people.viewer, people.crew, people.admin])
      expect(await pinsOf(who)).toMatchObject([
        { disputeId: id, status: 'open', priority: 'medium', reason: 'A crack' },
      ]);
    for (const who of [people.otherClient, people.otherCrew])
      expect((await testApp.call(who, `GET /api/sessions/${session}/pins`)).status).toBe(404);
  });

  test('of a concern without a place are none', async () => {
    await testApp.call(people.client, 'POST /api/disputes', { body: { sessionId: session, reason: 'R' } });
    expect(await pinsOf(people.admin)).toEqual([]);
  });
});

describe('an answer', () => {
  const answer = (by: TestPerson, id: number, body: object) =>
    testApp.call(by, `POST /api/disputes/${id}/messages`, { body: { message: 'Here it is today', ...body } });

  test('shows a place in released media of the same project', async () => {
    const { id } = await raised();
    const sent = await answer(people.crew, id, { anchor: second, sessionId: later });
    expect(sent).toMatchObject({
      status: 201,
      body: {
        message: 'Here it is today',
        anchor: { sessionId: later, file: sealed(second.file), cropUrl: expect.any(String) },
      },
    });
    const [message] = await messagesOf(id);
    expect(message?.anchor).toEqual((sent.body as DisputeMessage).anchor);
    expect((await cropOf(message?.anchor?.cropUrl, people.viewer)).length).toBeGreaterThan(100);
  });

  test('resolves and closes nothing, and moves no pin', async () => {
    const { id, anchor } = await raised();
    await answer(people.crew, id, { anchor: second, sessionId: later });
    await answer(people.client, id, { anchor: photo });
    expect((await testApp.call(people.client, `GET /api/disputes/${id}`)).body).toMatchObject({
      status: 'open',
      anchor,
    });
    expect(await pinsOf(people.client, later)).toEqual([]);
  });

  test('shows nothing that clients are not shown: not what waits for review, not another project, not another kind of file', async () => {
    const { id } = await raised();
    for (const by of [people.crew, people.admin]) {
      expect((await answer(by, id, { anchor: second, sessionId: waiting })).status).toBe(400);
      expect(
        (await answer(by, id, { anchor: { ...photo, file: 'local:ikoyi/3.jpg' }, sessionId: foreign })).status,
      ).toBe(400);
      expect((await answer(by, id, { anchor: { ...photo, file: 'local:lekki/one/map.tif' } })).status).toBe(400);
    }
    expect(await messagesOf(id)).toEqual([]);
  });

  test('is written by nobody who may not write', async () => {
    const { id } = await raised();
    expect((await answer(people.viewer, id, { anchor: photo })).status).toBe(403);
    expect((await answer(people.otherClient, id, { anchor: photo })).status).toBe(404);
  });
});

describe('moving', () => {
  const move = (by: TestPerson, id: number, anchor: object = { ...photo, x: 0.2 }) =>
    testApp.call(by, `PUT /api/disputes/${id}/anchor`, { body: { anchor } });

  test('by its raiser gives it another place, and the conversation keeps both', async () => {
    const { id, anchor: first } = await raised();
    await testApp.database.query.deleteFrom('notifications').execute();
    const moved = (await move(people.client, id)).body as Dispute;
    expect(moved).toMatchObject({ mayMove: true, anchor: { place: { x: 0.2, y: 0.5 } }, messageCount: 1 });
    expect(await messagesOf(id)).toMatchObject([
      { messageType: 'moved', message: 'Moved to 1.jpg', anchor: moved.anchor, formerAnchor: first },
    ]);
    const again = (await move(people.client, id, { ...photo, x: 0.9 })).body as Dispute;
    expect((await messagesOf(id))[1]).toMatchObject({ anchor: again.anchor, formerAnchor: moved.anchor });
    expect((await pinsOf(people.crew)).map(({ anchor }) => anchor)).toEqual([again.anchor]);
    const heard = await testApp.database.query.selectFrom('notifications').select(['user_id', 'title']).execute();
    expect(heard.filter(({ user_id }) => user_id === people.crew.id).map(({ title }) => title)).toEqual([
      'Concern moved',
      'Concern moved',
    ]);
  });

  test('also gives a place to a concern that had none', async () => {
    const body = { sessionId: session, reason: 'R' };
    const { id } = (await testApp.call(people.client, 'POST /api/disputes', { body })).body as Dispute;
    expect((await move(people.client, id)).body).toMatchObject({ anchor: { name: '1.jpg' } });
    expect(await messagesOf(id)).toMatchObject([{ message: 'Pinned to 1.jpg', formerAnchor: null }]);
  });

  test('is for nobody else, and only while it is open', async () => {
    const { id, anchor } = await raised();
    for (const who of [people.contributor, people.crew, people.admin]) expect((await move(who, id)).status).toBe(403);
    expect((await move(people.otherClient, id)).status).toBe(404);
    await testApp.call(people.crew, `PATCH /api/disputes/${id}/status`, { body: { status: 'in_progress' } });
    expect(await move(people.client, id)).toMatchObject({
      status: 409,
      body: { message: `Concern ${id} is in progress: it can be moved only while it is open` },
    });
    expect((await testApp.call(people.client, `GET /api/disputes/${id}`)).body).toMatchObject({
      anchor,
      mayMove: false,
    });
  });

  test('leads to another file of its session, and no further', async () => {
    const { id, anchor } = await raised();
    expect((await move(people.client, id, second)).status).toBe(400);
    const turned = { ...photo, file: 'local:lekki/one/turned.jpg' };
    const moved = (await move(people.client, id, turned)).body as Dispute;
    expect(moved.anchor).toMatchObject({
      file: sealed(turned.file),
      sessionId: session,
      cropUrl: expect.any(String),
    });
    expect(await messagesOf(id)).toMatchObject([
      { message: 'Moved to turned.jpg', anchor: moved.anchor, formerAnchor: anchor },
    ]);
  });
});
