// Uploads to a server that is killed in the middle: every byte is there in the end.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { killRounds } from './test-support/processes/kill-rounds.ts';
import { addressesOf } from './test-support/processes/pooler.ts';
import { killUploads } from './test-support/processes/upload-kills.ts';
import { createTestApp } from './test-support/test-app.ts';
import { urlOf } from './test-support/test-database.ts';

test('a file that a killed server was receiving goes on at the next one, and no byte is another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'topout-upload-kill-'));
  const root = join(folder, 'uploads');
  mkdirSync(root);
  const testApp = await createTestApp();
  try {
    const admin = await testApp.make.user('admin');
    const client = await testApp.make.user('client');
    const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    const settings = {
      ...addressesOf(urlOf(testApp.connection)),
      SESSION_SECRET: 'c0ncrete-and-steel-and-glass-and-wood',
      DATA_DIR: join(folder, 'data'),
      UPLOAD_ROOT: root,
    };
    // Each round starts a new server.
    const rounds = Math.ceil(killRounds / 2);
    const login = { username: admin.username, password: testApp.password };
    const figures = await killUploads({ settings, root, rounds, bytes: 30_000_000, projectId, login });
    expect(figures).toMatchObject({ kills: rounds, files: rounds, differing: 0 });
  } finally {
    await testApp.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 600_000);
