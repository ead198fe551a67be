// What people do at once, spread over servers of two versions, and the ledger of what they were promised.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Member, Rotation } from '#bench/lib/rotation.ts';
import type { ProductReply, ProductRequest } from '#server/test-support/processes/product-process.ts';

export type Company = { password: string; photographers: string[]; clients: string[]; projects: number[] };

/** `at`: when it was sent and answered, by `performance.now`. */
type Created = { id: number; key: string; sent: number; answered: number };

export type Ledger = {
  answers: Map<string, number>;
  /** Answers that nobody should get, in words. */
  faults: string[];
  created: Created[];
  approved: number[];
  resets: number;
  /** Lines of the servers' logs about what nobody expected. */
  logged: string[];
};

type Load = { rotation: Rotation; company: Company; cookies: Record<'admin' | 'photographer' | 'client', string> };

const pauseMs = 15;
/** More in an hour are refused. */
const mostResets = 16;
const one = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

export class MixedLoad {
  readonly ledger: Ledger = { answers: new Map(), faults: [], created: [], approved: [], resets: 0, logged: [] };
  readonly #waiting: number[] = [];
  readonly #load: Load;
  #isOver = false;

  constructor(load: Load) {
    this.#load = load;
  }

  /** Starts; resolves when `end` was called and everybody is done. */
  async run(): Promise<void> {
    const { company } = this.#load;
    const crew = Array.from({ length: 3 }, () => this.#again(() => this.#submit()));
    const readers = Array.from({ length: 3 }, () => this.#again(() => this.#read()));
    const unasked = company.clients.slice(0, mostResets);
    await Promise.all([
      ...crew,
      ...readers,
      this.#again(() => this.#review()),
      this.#again(() => this.#logIn(), 400),
      this.#again(() => this.#forget(unasked), 2_000),
    ]);
  }

  end(): void {
    this.#isOver = true;
  }

  async #again(act: () => Promise<void>, pause = pauseMs): Promise<void> {
    while (!this.#isOver) {
      await act();
      await delay(pause);
    }
  }

  /** Null, and a fault in the ledger, for any other answer than this. */
  async #ask(what: string, given: ProductRequest & { status?: number; at?: Member }): Promise<ProductReply | null> {
    const { status = 200, at = this.#load.rotation.pick(), ...request } = given;
    const kind = what.replace(/\d+/g, 'ID').replace(/\?.*/, '');
    try {
      const reply = await this.#load.rotation.ask(at, what, request);
      this.ledger.answers.set(kind, (this.ledger.answers.get(kind) ?? 0) + 1);
      if (reply.status === status) return reply;
      this.#blame(`${at.name} answered ${kind} with ${reply.status}: ${JSON.stringify(reply.body).slice(0, 200)}`);
    } catch (error) {
      this.#blame(`${at.name} gave ${kind} no whole answer: ${(error as Error).message}`);
    }
    return null;
  }

  #blame(fault: string): void {
    this.ledger.faults.push(fault);
  }

  /** Sent twice under one key, the second time to another server; then a third server is asked what became of it. */
  async #submit(): Promise<void> {
    const { rotation, company, cookies } = this.#load;
    const key = randomUUID();
    const body = { projectId: one(company.projects), captureDate: '2026-11-20', notes: key };
    const request = { cookie: cookies.photographer, body, headers: { 'idempotency-key': key }, status: 201 };
    const sent = performance.now();
    const first = rotation.pick();
    const reply = await this.#ask('POST /api/sessions', { ...request, at: first });
    if (!reply) return;
    const { id } = reply.body as { id: number };
    this.ledger.created.push({ id, key, sent, answered: performance.now() });
    this.#waiting.push(id);
    const again = await this.#ask('POST /api/sessions', { ...request, at: rotation.pick(first) });
    if (again && (again.body as { id: number }).id !== id)
      this.#blame('A session was made twice under one idempotency key');
    const seen = await this.#ask(`GET /api/sessions/${id}`, { cookie: cookies.photographer, at: rotation.pick(first) });
    if (seen && (seen.body as { id?: number }).id !== id) this.#blame('Another server shows another session');
  }

  async #review(): Promise<void> {
    const { rotation, cookies } = this.#load;
    const id = this.#waiting.shift();
    if (id === undefined) return;
    const at = rotation.pick();
    const headers = { 'idempotency-key': randomUUID() };
    const request = { cookie: cookies.admin, body: {}, headers };
    if (!(await this.#ask(`PUT /api/sessions/${id}/approve`, { ...request, at }))) return;
    this.ledger.approved.push(id);
    const seen = await this.#ask(`GET /api/sessions/${id}`, { cookie: cookies.admin, at: rotation.pick(at) });
    if (seen && (seen.body as { status?: string }).status !== 'approved')
      this.#blame('Another server does not know of a release');
  }

  async #read(): Promise<void> {
    const { cookies } = this.#load;
    const lists = ['/api/sessions?limit=50', '/api/dashboard/stats', '/api/projects', '/api/notifications'];
    const path = one([...lists, '/dashboard', '/sessions']);
    const reply = await this.#ask(`GET ${path}`, { cookie: one(Object.values(cookies)) });
    if (!reply) return;
    const isWhole = path.startsWith('/api/')
      ? typeof reply.body === 'object'
      : String(reply.body).trimEnd().endsWith('</html>');
    if (!isWhole) this.#blame(`${path} was cut off`);
  }

  /** A login of one server holds on any other. */
  async #logIn(): Promise<void> {
    const { rotation, company } = this.#load;
    const username = one([...company.photographers, ...company.clients]);
    const at = rotation.pick();
    const reply = await this.#ask('POST /api/login', { body: { username, password: company.password }, at });
    const cookie = reply?.headers['set-cookie']?.[0]?.split(';')[0];
    if (cookie === undefined) return;
    await this.#ask('GET /api/user', { cookie, at: rotation.pick(at) });
  }

  /** A job makes the link, and a mail brings it: each person asks once. */
  async #forget(unasked: string[]): Promise<void> {
    const account = unasked.shift();
    if (account === undefined) return;
    if (await this.#ask('POST /api/password-resets', { body: { account }, status: 202 })) this.ledger.resets++;
  }
}
