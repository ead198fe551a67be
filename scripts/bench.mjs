// `npm run bench [-- name ...] [-- --quick]`: prepares the product, then runs the figures of bench/ one after the other, each in its own process.
import fs from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { node, Refusal, root, tell, tool } from './run.mjs';

await tell(async () => {
  await install();
  await build();
  const figures = new Map(
    fs
      .readdirSync(path.join(root, 'bench'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.bench.ts'))
      .map((file) => [path.basename(file, '.bench.ts'), path.join('bench', file)]),
  );
  const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  const flags = process.argv.slice(2).filter((word) => word.startsWith('-'));
  const chosen = [...figures].filter(([name]) => asked.length === 0 || asked.includes(name));
  if (chosen.length === 0)
    throw new Refusal(`There is no such figure: choose from ${[...figures.keys()].sort().join(', ')}.`);
  for (const [name, file] of chosen) {
    console.log(`\n== ${name}`);
    const { code } = await node([tool('tsx/dist/cli.mjs'), file, ...flags], {
      show: true,
      minutes: 60,
    });
    if (code !== 0) process.exitCode = code;
  }
});
