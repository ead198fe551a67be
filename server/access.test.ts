// Who may do what, call by call: every call of the contract as every kind of person (behaviour §1.3).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessMatrix,
  actors,
  ask,
  type Call,
  type Case,
  makeWorld,
  type RequestParts,
  routeOf,
  startAccessMatrix,
  type World,
} from './test-support/access-matrix.ts';

type Started = Awaited<ReturnType<typeof startAccessMatrix>>;
let testApp: Started['testApp'];
let people: Started['people'];

beforeAll(async () => {
  ({ testApp, people } = await startAccessMatrix());
});
afterAll(() => testApp.close());

describe.each(Object.entries(accessMatrix) as [Call, Case[]][])('%s', (call, cases) => {
  test.each(cases.map((one) => [one.of, one] as const))(
    '%s: everybody is answered as the matrix says',
    async (_, { request, answers, rows }) => {
      const route = routeOf(call);
      const got: number[] = [];
      const counts: number[] = [];
      let world: World | null = null;
      let made: RequestParts | null = null;
      for (const actor of actors) {
        // What is refused changes nothing, so that the next one may meet the same things; what is granted is used up.
        world ??= await makeWorld();
        const self = request.length > 1;
        if (!made || self) made = await request(world, people[actor === 'nobody' ? 'admin' : actor]);
        const answer = await ask(route, actor, made);
        got.push(answer.status);
        counts.push(Array.isArray(answer.body) ? answer.body.length : 0);
        if (answer.status < 300 && route.method !== 'GET') {
          world = null;
          made = null;
        }
      }
      const named = (row: number[]) => Object.fromEntries(actors.map((actor, index) => [actor, row[index]]));
      expect(named(got)).toEqual(named(answers));
      expect(named(rows ? counts : [])).toEqual(named(rows ?? []));
    },
  );
});
