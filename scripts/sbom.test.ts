// What a version is made of can be written down from the lock file, as docs/OPERATING.md says.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

test('npm writes the list of all packages by the documented command', () => {
  const [, command = ''] =
    /^(npm sbom .*) > /m.exec(fs.readFileSync(path.join(root, 'docs/OPERATING.md'), 'utf8')) ?? [];
  const said = execFileSync('npm', command.split(' ').slice(1), {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const list = JSON.parse(said) as { bomFormat: string; components: { name: string }[] };
  expect(list.bomFormat).toBe('CycloneDX');
  expect(list.components.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'react', 'ol']));
});
