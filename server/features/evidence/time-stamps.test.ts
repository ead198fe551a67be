// The claims about time stamps: an authority's answer is kept with the seal, and OpenSSL verifies it. The authority is OpenSSL behind HTTP.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VerifiedChain } from '#contract/evidence/endpoints.ts';
import { createSafeFetch } from '#server/media/net/safe-fetch.ts';
import { createSealWorld, type SealWorld } from '#server/test-support/seal-world.ts';
import { stampHeads } from './time-stamps.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
let world: SealWorld;
let folder: string;
let server: Server;
/** How the authority behaves. */
let answers: 'stamps' | 'earlier' | 'nothing' = 'stamps';
let asked = 0;
const outside = createSafeFetch();

const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });

function makeAuthority(): void {
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-days', '30', '-subj', '/CN=Test CA');
  openssl('req', ...key, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=Test TSA');
  writeFileSync(join(folder, 'ext'), 'extendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature\n');
  const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '30', '-extfile', 'ext'];
  openssl('x509', '-req', '-in', 'tsa.csr', ...signed, '-out', 'tsa.crt');
  writeFileSync(join(folder, 'serial'), '01\n');
  const settings = ['serial=serial', 'signer_cert=tsa.crt', 'signer_key=tsa.key', 'signer_digest=sha256'];
  const rules = ['default_policy=1.2.3.4.1', 'digests=sha256', 'accuracy=secs:1', 'certs=tsa.crt'];
  writeFileSync(join(folder, 'ts.cnf'), ['[tsa]', 'default_tsa=t', '[t]', ...settings, ...rules, ''].join('\n'));
}

beforeAll(async () => {
  world = await createSealWorld();
  folder = mkdtempSync(join(tmpdir(), 'topout-tsa-'));
  if (hasOpenssl) makeAuthority();
  server = createServer(async (request, response) => {
    asked++;
    const query = await buffer(request);
    if (answers === 'nothing') {
      response.writeHead(503).end();
      return;
    }
    if (answers === 'stamps') {
      writeFileSync(join(folder, 'q.tsq'), query);
      openssl('ts', '-reply', '-config', 'ts.cnf', '-queryfile', 'q.tsq', '-out', 'r.tsr');
    }
    response.setHeader('content-type', 'application/timestamp-reply');
    response.end(readFileSync(join(folder, 'r.tsr')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await outside.close();
  await world.close();
  rmSync(folder, { recursive: true });
});

const stamp = () => {
  const tsaUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`;
  return stampHeads({ db: world.testApp.database.query, outside, tsaUrl });
};

async function sealedProject(releases: number): Promise<{ code: string; hash: string }[]> {
  const project = await world.project();
  const { link } = world.visit({ '1.mp4': Buffer.from(`a film of ${project}`) });
  for (let nth = 0; nth < releases; nth++) await world.released(project, { videoUrl: link });
  await world.sealAll();
  const found = await sql<{ code: string; hash: string }>`select code, hash from seals where project_id = ${project}
    order by number`.execute(world.testApp.database.query);
  return found.rows;
}

describe.skipIf(!hasOpenssl)('where an authority for time stamps is set', () => {
  test('it stamps the head of each chain once, and OpenSSL verifies what it said of it', async () => {
    const [first, head] = (await sealedProject(2)) as [{ code: string }, { code: string; hash: string }];
    await stamp();
    const once = asked;
    await stamp();
    expect(asked).toBe(once);
    const chain = (await world.testApp.call(null, `GET /api/verify/${head.code}`)).body as VerifiedChain;
    expect(chain.releases.map((release) => release.stamp?.host ?? null)).toEqual(['127.0.0.1', null]);
    const answer = await world.testApp.app.inject(`/api/verify/${head.code}/stamp`);
    expect(answer.headers['content-type']).toContain('application/timestamp-reply');
    writeFileSync(join(folder, 'saved.tsr'), answer.rawPayload);
    const verify = (digest: string) =>
      spawnSync('openssl', ['ts', '-verify', '-digest', digest, '-in', 'saved.tsr', '-CAfile', 'ca.crt'], {
        cwd: folder,
      }).status;
    const changed = head.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    expect([verify(head.hash), verify(changed) === 0]).toEqual([0, false]);
    expect((await world.testApp.app.inject(`/api/verify/${first.code}/stamp`)).statusCode).toBe(404);
  });

  test.each([
    ['earlier', 'something else'],
    ['nothing', 'status 503'],
  ] as const)('an answer that is %s is not kept, and it is asked again', async (how, why) => {
    const [head] = await sealedProject(1);
    answers = how;
    await expect(stamp()).rejects.toThrow(why);
    expect((await world.testApp.app.inject(`/api/verify/${head?.code}/stamp`)).statusCode).toBe(404);
    answers = 'stamps';
    await stamp();
    expect((await world.testApp.app.inject(`/api/verify/${head?.code}/stamp`)).statusCode).toBe(200);
  });
});

test('without one nothing is asked', async () => {
  const before = asked;
  await stampHeads({ db: world.testApp.database.query, outside, tsaUrl: null });
  expect(asked).toBe(before);
});
