// Claims about the texts in every call’s response to clients and viewers: none reveals who took a picture, with which camera or where.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { classifyLink } from '#contract/links/link.ts';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { keepDetails } from '#server/features/media/picture-details.ts';
import { createLocalSource } from './media/sources/local.ts';
import {
  accessMatrix,
  ask,
  type Call,
  type Case,
  makeWorld,
  routeOf,
  startAccessMatrix,
} from './test-support/access-matrix.ts';
import { filesWithMetadata, metadataIn } from './test-support/files/telling-files.ts';

type Started = Awaited<ReturnType<typeof startAccessMatrix>>;
let testApp: Started['testApp'];
let people: Started['people'];

const visitors = ['client', 'viewer'] as const;
const changes = (call: Call) => routeOf(call).method !== 'GET';
/** The place of the pictures, as far as any rounding of it goes; behind a colon it is a second of an instant. */
const degrees = /\b6\.45\d|(?<!:)27\.18/;

beforeAll(async () => {
  const started = await startAccessMatrix();
  ({ testApp, people } = started);
  const { 'a-text.jpg': photo, 'n-front.mp4': film } = await filesWithMetadata();
  writeFileSync(join(started.mediaRoot, 'site/photo.gif'), photo as Buffer);
  writeFileSync(join(started.mediaRoot, 'site/video.mp4'), film as Buffer);
  const source = createLocalSource({ demo: null, mediaRoot: started.mediaRoot });
  const files = await source.list(classifyLink('/media/folders/site'), [{ provider: 'local', root: 'site' }]);
  await keepDetails(testApp.database.query, files ?? []);
}, 60_000);
afterAll(() => testApp.close());

/** What the responses to these people reveal; each case as each of them, in its own fixtures. */
async function leaksIn(call: Call, cases: Case[]): Promise<string[]> {
  const leaks: string[] = [];
  for (const { of, request } of cases)
    for (const visitor of visitors) {
      const { body, headers } = await ask(routeOf(call), visitor, await request(await makeWorld(), people[visitor]));
      // Bytes of files are walked by their addresses.
      if (!/json|text/.test(String(headers['content-type']))) continue;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const found = [...(await metadataIn(Buffer.from(text))), ...(degrees.exec(text) ?? [])];
      if (found.length > 0) leaks.push(`${call}, ${of}, to a ${visitor}: ${found.join()}`);
    }
  return leaks;
}

test('the place of a picture is known, and shown to the crew alone', async () => {
  const [one] = accessMatrix.sessionFile;
  const { params } = await (one as Case).request(await makeWorld(), people.owner);
  const parts = { params: { ...params, kind: 'drone' } };
  const itemsFor = async (actor: 'owner' | 'client' | 'viewer') =>
    ((await ask(routeOf('sessionMedia'), actor, parts)).body as { items: MediaItem[] }).items.filter(
      ({ kind }) => kind === 'image',
    );
  expect((await itemsFor('owner'))[0]?.place?.latitude).toBeCloseTo(6.453, 3);
  for (const actor of visitors) {
    const [item] = await itemsFor(actor);
    expect([item?.capturedAt, item?.place]).toEqual(['2026-03-04T10:11:12', undefined]);
  }
}, 30_000);

test('no call that asks tells more of a picture than is seen', async () => {
  const leaks: string[] = [];
  for (const [call, cases] of Object.entries(accessMatrix) as [Call, Case[]][])
    if (!changes(call)) leaks.push(...(await leaksIn(call, cases)));
  expect(leaks).toEqual([]);
}, 300_000);

test('nor does the answer to one that changes something', async () => {
  const leaks: string[] = [];
  for (const [call, cases] of Object.entries(accessMatrix) as [Call, Case[]][])
    if (changes(call)) leaks.push(...(await leaksIn(call, cases)));
  expect(leaks).toEqual([]);
}, 300_000);
