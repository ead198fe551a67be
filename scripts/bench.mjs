// `npm run bench [-- name ...] [-- --quick]`: prepares the product, then runs the figures of bench/ one after the other, each in its own process.
import fs from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { node, Refusal, root, tell, tool } from './run.mjs';

await tell(async () => {
  await install();
  await build();
  const all = fs.readdirSync(path.join(root, 'bench')).filter((name) => name.endsWith('.bench.ts'));
  const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  const flags = process.argv.slice(2).filter((word) => word.startsWith('-'));
  const chosen = asked.length === 0 ? all : all.filter((name) => asked.includes(name.replace('.bench.ts', '')));
  if (chosen.length === 0)
    throw new Refusal(
      `There is no such figure: choose from ${all.map((name) => name.replace('.bench.ts', '')).join(', ')}.`,
    );
  for (const name of chosen) {
    console.log(`\n== ${name.replace('.bench.ts', '')}`);
    const { code } = await node([tool('tsx/dist/cli.mjs'), path.join('bench', name), ...flags], {
      show: true,
      minutes: 60,
    });
    if (code !== 0) process.exitCode = code;
  }
});
