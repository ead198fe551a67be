// How a probe reads the answers of hosts: links that clients cannot open, apart from those that nobody can judge from here.
import { describe, expect, test } from 'vitest';
import { classifyLink } from '#contract/links/link.ts';
import { MediaError, type MediaErrorCode } from '#server/media/source-errors.ts';
import { createProbe, type RequestOutside } from './probe.ts';
import type { SourceFile } from './source.ts';

const none = { list: async () => null };
const folder = 'https://drive.google.com/drive/folders/1aBcDeFgHiJkLmNoPqRsTuVwXyZ';
const film = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

const answers =
  (status: number, host = 'example.org'): RequestOutside =>
  async () => ({ status, host });
const fails =
  (code: MediaErrorCode): RequestOutside =>
  () =>
    Promise.reject(new MediaError(code, 'A sentence.'));
const probe = (link: string, ask: RequestOutside) =>
  createProbe({ source: none, request: ask })(classifyLink(link), []);

describe('outside', () => {
  test('what is there is fine, what is gone is broken', async () => {
    expect(await probe('https://kuula.co/share/7aBcD', answers(200))).toMatchObject({ state: 'ok', reason: null });
    for (const status of [404, 410])
      expect(await probe('https://example.org/a', answers(status))).toMatchObject({ state: 'broken' });
  });

  test('a host that sends to a login, or refuses where a no means no, keeps it private', async () => {
    const reason = 'This is private: share it as “Anyone with the link”';
    expect(await probe(folder, answers(200, 'accounts.google.com'))).toMatchObject({ state: 'broken', reason });
    expect(await probe(film, answers(401))).toMatchObject({ state: 'broken', reason });
  });

  test('a host that refuses machines says nothing about people', async () => {
    for (const status of [401, 403, 405, 429, 500, 503])
      expect(await probe('https://tours.example.org/a', answers(status))).toMatchObject({
        state: 'unknown',
        away: false,
      });
  });

  test('a film is probed at the host that knows whether it exists', async () => {
    const asked: string[] = [];
    const ask: RequestOutside = async (url) => {
      asked.push(url);
      return { status: 400, host: 'www.youtube.com' };
    };
    expect(await probe(film, ask)).toMatchObject({ state: 'broken' });
    expect(asked).toEqual([
      'https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ',
    ]);
  });

  test('what cannot be reached is away where others can be, else it is we who are cut off', async () => {
    const look = createProbe({
      source: none,
      request: (url) => (url.includes('vimeo') ? fails('unreachable') : answers(200))(url),
    });
    const dead = classifyLink('https://vimeo.com/76979871');
    expect(await look(dead, [])).toMatchObject({
      state: 'unknown',
      away: false,
      reason: "This can't be checked right now; you can still save it",
    });
    await look(classifyLink(film), []);
    expect(await look(dead, [])).toMatchObject({ state: 'unknown', away: true, reason: 'A sentence.' });
    expect(await probe(film, fails('busy'))).toMatchObject({ state: 'unknown', away: false });
    expect(await probe('http://192.168.1.5/a', fails('forbidden_address'))).toMatchObject({ state: 'unknown' });
  });

  test('a template of tiles is not probed', async () => {
    expect(await probe('https://tiles.example.com/{z}/{x}/{y}.png', fails('unreachable'))).toMatchObject({
      away: false,
    });
  });
});

describe('through our sources', () => {
  const from = (list: () => Promise<SourceFile[] | null>, ask = fails('unreachable')) =>
    createProbe({ source: { list }, request: ask });
  const fault = (code: MediaErrorCode) => () => Promise.reject(new MediaError(code, 'Do this.'));

  test('files are fine, an empty folder shows nothing', async () => {
    const one = [{ id: 'x' } as SourceFile];
    expect(await from(async () => one)(classifyLink(folder), [])).toMatchObject({ state: 'ok', files: one });
    expect(await from(async () => [])(classifyLink(folder), [])).toMatchObject({
      state: 'broken',
      reason: 'No images found in this folder',
    });
  });

  test('a lasting fault is broken with its sentence, a passing one is not', async () => {
    for (const code of ['not_shared', 'not_found', 'too_large'] as const)
      expect(await from(fault(code))(classifyLink(folder), [])).toMatchObject({ state: 'broken', reason: 'Do this.' });
    expect(await from(fault('busy'))(classifyLink(folder), [])).toMatchObject({ state: 'unknown' });
    const local = classifyLink('/media/folders/a');
    expect(await from(fault('not_bound'))(local, [])).toMatchObject({ state: 'broken', reason: 'Do this.' });
  });

  test('where we have no key, the link is tried as a browser would', async () => {
    const tried = from(fault('not_configured'), answers(200, 'drive.google.com'));
    expect(await tried(classifyLink(folder), [])).toMatchObject({ state: 'ok', files: null });
  });
});
