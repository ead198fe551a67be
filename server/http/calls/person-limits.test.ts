// The claims about how much one person may request.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestAnswer, type TestApp } from '#server/test-support/test-app.ts';

let testApp: TestApp;
beforeAll(async () => {
  const limits = {
    writesPerMinute: 3,
    writesPerDay: 5,
    uploadsPerHour: 2,
    searchesPerMinute: 3,
    alignmentsPerMinute: 3,
  };
  testApp = await createTestApp({ limits });
});
afterAll(() => testApp.close());

const statuses = (answers: TestAnswer[]) => answers.map(({ status }) => status);

async function repeat(times: number, work: () => Promise<TestAnswer>): Promise<TestAnswer[]> {
  const answers: TestAnswer[] = [];
  while (answers.length < times) answers.push(await work());
  return answers;
}

test('a script that keeps writing is asked to wait, and nobody else is', async () => {
  const [busy, other] = [await testApp.person('client'), await testApp.person('client')];
  const markAll = (person: typeof busy) => testApp.call(person, 'PATCH /api/notifications/read-all');
  const answers = await repeat(4, () => markAll(busy));
  expect(statuses(answers)).toEqual([200, 200, 200, 429]);
  expect(answers[3]).toMatchObject({
    headers: { 'retry-after': expect.stringMatching(/^(60|5\d)$/) },
    body: { code: 'too_many', message: 'Too many changes in a short time. Try again in a minute.' },
  });
  expect((await markAll(other)).status).toBe(200);
  expect((await testApp.call(busy, 'GET /api/notifications')).status).toBe(200);
});

test('uploads are counted beyond that, before their bytes are read', async () => {
  const person = await testApp.person('client');
  const body = { profilePhotoUrl: 'nothing' };
  const answers = await repeat(3, () => testApp.call(person, `POST /api/users/${person.id}/photo`, { body }));
  expect(statuses(answers)).toEqual([415, 415, 429]);
});

test('searches are counted, lists without words are not', async () => {
  const person = await testApp.person('photographer');
  let nth = 0;
  const search = () => testApp.call(person, `GET /api/search?q=word${nth++}`);
  expect(statuses(await repeat(4, search))).toEqual([200, 200, 200, 429]);
  expect((await testApp.call(person, 'GET /api/sessions?q=word')).status).toBe(429);
  expect((await testApp.call(person, 'GET /api/search?q=word0')).status).toBe(200);
  expect((await testApp.call(person, 'GET /api/sessions')).status).toBe(200);
});

test('pairs of pictures to be aligned are counted, whether there are such pictures or not', async () => {
  const [busy, other] = [await testApp.person('client'), await testApp.person('client')];
  let nth = 0;
  const align = (person: typeof busy) =>
    testApp.call(
      person,
      `GET /api/alignments?olderSession=${++nth}&olderKind=drone&olderItem=a&newerSession=1&newerKind=drone&newerItem=b`,
    );
  const answers = await repeat(4, () => align(busy));
  expect(statuses(answers)).toEqual([404, 404, 404, 429]);
  expect(answers[3]).toMatchObject({
    headers: { 'retry-after': expect.stringMatching(/^(60|5\d)$/) },
    body: { code: 'too_many', message: 'Too many comparisons in a short time. Try again in a minute.' },
  });
  expect((await align(other)).status).toBe(404);
  expect((await testApp.call(busy, 'GET /api/sessions')).status).toBe(200);
});

test('logging in and out is limited by its own rule alone', async () => {
  const person = await testApp.person('client');
  const answers = await repeat(5, () => testApp.call(person, 'POST /api/logout'));
  expect(statuses(answers)).toEqual([200, 200, 200, 200, 200]);
});
