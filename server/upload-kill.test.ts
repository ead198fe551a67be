// Uploads to a server that is killed in the middle: every byte is there in the end.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Upload } from '#contract/uploads/endpoints.ts';
import { addressesOf } from './test-support/processes/pooler.ts';
import { killUploads } from './test-support/processes/upload-kills.ts';
import { killRounds } from './test-support/rounds.ts';
import { hasSwift, startSwift, uploadedContent } from './test-support/servers/swift.ts';
import { createTestApp } from './test-support/test-app.ts';
import { urlOf } from './test-support/test-database.ts';

// Each round starts a new server.
const rounds = Math.ceil(killRounds / 2);

type Place = {
  settings: Record<string, string>;
  kept(upload: Upload, content: Buffer): Promise<Uint8Array>;
};

async function killsIn(folder: string, { settings, kept }: Place) {
  const testApp = await createTestApp();
  try {
    const admin = await testApp.make.user('admin');
    const client = await testApp.make.user('client');
    const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    const all = {
      ...addressesOf(urlOf(testApp.connection)),
      SESSION_SECRET: 'c0ncrete-and-steel-and-glass-and-wood',
      DATA_DIR: join(folder, 'data'),
      ...settings,
    };
    const login = { username: admin.username, password: testApp.password };
    return await killUploads({ settings: all, kept, rounds, bytes: 30_000_000, projectId, login });
  } finally {
    await testApp.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'topout-upload-kill-'));

test('a file that a killed server was receiving goes on at the next one, and no byte is another', async () => {
  const folder = newFolder();
  const root = join(folder, 'uploads');
  mkdirSync(root);
  const figures = await killsIn(folder, {
    settings: { UPLOAD_ROOT: root },
    kept: async ({ id, files }) => readFileSync(join(root, 'folders', id, files[0]?.name ?? '')),
  });
  expect(figures).toMatchObject({ kills: rounds, files: rounds, differing: 0 });
}, 600_000);

test.skipIf(!hasSwift)(
  'a file in a bucket that a killed server was receiving goes on at the next one, and no byte is another',
  async () => {
    const swift = await startSwift();
    try {
      const figures = await killsIn(newFolder(), {
        settings: { STORAGE_URL: swift.url },
        kept: (_upload, content) => uploadedContent(swift.bucket, createHash('sha256').update(content).digest('hex')),
      });
      expect(figures).toMatchObject({ kills: rounds, files: rounds, differing: 0 });
    } finally {
      swift.stop();
    }
  },
  600_000,
);
