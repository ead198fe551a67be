// People at a cluster whose servers die: what was acknowledged to them, and what they did not hear back about.
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from '#bench/lib/cluster.ts';
import { password } from '#bench/lib/company.ts';
import type { Upload } from '#contract/uploads/endpoints.ts';
import { randomVideo, sendRest } from '#server/test-support/files/sent-files.ts';

export type Person = { id: number; username: string };
export type Company = {
  projectId: number;
  admin: Person;
  photographer: Person;
  client: Person;
  forgetful: readonly Person[];
};

/** `sent` and `answered` by `performance.now`. */
export type Submitted = { id: number; sent: number; answered: number };

export type Acknowledged = {
  logins: number;
  /** By the note that says which one it is. */
  sessions: Map<string, Submitted>;
  repeated: number;
  otherReplies: number;
  approved: Set<number>;
  /** Addresses. */
  invited: Set<string>;
  /** How often each username was asked for: again where nobody answered, because such a request carries no key. */
  resets: Map<string, number>;
  /** The SHA-256 of each file. */
  uploads: Map<string, string>;
  /** How often one went on within a part. */
  resumedWithin: number;
  /** Answers without a status, and 502 to 504 of the proxy: sent again where a key makes that safe. */
  unanswered: number;
  refused: string[];
};

/** `onUnanswered`: before it is sent again. */
type Asked = { cookie?: string; key?: string; body?: object; from?: string; onUnanswered?: () => void };
type Answer = { status: number; body: unknown; cookie: string };

/** Null where nobody answered: the server died, or the proxy found none. */
export async function ask(url: string, what: string, { cookie = '', key, body, from }: Asked): Promise<Answer | null> {
  const [method = '', path = ''] = what.split(' ');
  const headers = {
    cookie,
    'x-forwarded-for': from ?? '198.51.100.1',
    ...(body && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
  };
  try {
    const signal = AbortSignal.timeout(20_000);
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      signal,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status >= 502) return null;
    const [login = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';');
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text, cookie: login };
  } catch {
    return null;
  }
}

export function nothingYet(): Acknowledged {
  return {
    logins: 0,
    sessions: new Map(),
    repeated: 0,
    otherReplies: 0,
    approved: new Set(),
    invited: new Set(),
    resets: new Map(),
    uploads: new Map(),
    resumedWithin: 0,
    unanswered: 0,
    refused: [],
  };
}

/** One of 65,000 addresses that only tests have: what is limited by address shall not limit this. */
export function someAddress(): string {
  const part = () => Math.floor(Math.random() * 256);
  return `198.18.${part()}.${part()}`;
}

/** People of a company who work until `isOver`; each of the returned ones does one kind of thing, again and again. */
export function people({ url }: Pick<Cluster, 'url'>, company: Company, done: Acknowledged) {
  const { projectId, photographer } = company;

  /** With a key, until somebody answers. */
  async function insist(what: string, asked: Asked, expected: number): Promise<Answer | null> {
    for (;;) {
      const answer = await ask(url, what, asked);
      if (answer?.status === expected) return answer;
      if (answer) {
        done.refused.push(`${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
        return null;
      }
      done.unanswered++;
      asked.onUnanswered?.();
      await delay(100);
    }
  }

  async function login({ username }: Person): Promise<string> {
    const body = { username, password };
    const answer = await insist('POST /api/login', { body, from: someAddress() }, 200);
    if (!answer) throw new Error(`${username} was not let in: ${done.refused.at(-1)}`);
    done.logins++;
    return answer.cookie;
  }

  return {
    login,
    /** A login holds at the next request, whichever server that reaches. */
    async logsIn() {
      const cookie = await login(photographer);
      await insist('GET /api/user', { cookie }, 200);
      await delay(500);
    },
    /** Every third press is repeated: the reply is the first one's. */
    async submits(cookie: string) {
      const notes = randomUUID();
      const asked = { cookie, key: notes, body: { projectId, captureDate: '2026-11-20', notes } };
      const sent = performance.now();
      const made = await insist('POST /api/sessions', asked, 201);
      const { id } = (made?.body ?? {}) as { id?: number };
      if (id === undefined) return;
      done.sessions.set(notes, { id, sent, answered: performance.now() });
      if (Math.random() < 1 / 3) {
        const again = await insist('POST /api/sessions', asked, 201);
        done.repeated++;
        if ((again?.body as { id?: number } | undefined)?.id !== id) done.otherReplies++;
      }
      await delay(50);
    },
    async approves(cookie: string) {
      const next = [...done.sessions.values()].find(({ id }) => !done.approved.has(id));
      if (next === undefined) return delay(50);
      const what = `PUT /api/sessions/${next.id}/approve`;
      if (await insist(what, { cookie, key: randomUUID(), body: {} }, 200)) done.approved.add(next.id);
      return delay(50);
    },
    async invites(cookie: string) {
      const username = `guest-${randomUUID().slice(0, 13)}`;
      const email = `${username}@example.org`;
      const body = { username, email, firstName: 'Ada', lastName: 'Obi', role: 'client' };
      if (await insist('POST /api/invitations', { cookie, key: username, body }, 201)) done.invited.add(email);
      await delay(400);
    },
    /** Each of them once: a job looks the account up, and the queue sends. */
    async forgets() {
      const next = company.forgetful.find(({ username }) => !done.resets.has(username));
      if (next) {
        const { username } = next;
        done.resets.set(username, 1);
        const onUnanswered = () => done.resets.set(username, (done.resets.get(username) ?? 0) + 1);
        await insist(
          'POST /api/password-resets',
          { body: { account: username }, from: someAddress(), onUnanswered },
          202,
        );
      }
      await delay(800);
    },
    async uploads(cookie: string) {
      const name = `${randomUUID()}.mp4`;
      const content = randomVideo(12_000_000);
      const body = { projectId, files: [{ name, bytes: content.length }] };
      const announced = await insist('POST /api/uploads', { cookie, key: name, body }, 201);
      const file = (announced?.body as Upload | undefined)?.files[0]?.id;
      if (file === undefined) return;
      done.resumedWithin += await sendRest(() => url, file, { content, cookie });
      done.uploads.set(file, createHash('sha256').update(content).digest('hex'));
    },
  };
}
