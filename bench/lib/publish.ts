// A table of figures as Markdown: on the terminal, and as a file that documents can take over as it is.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdown } from './report.ts';

const folder = '.cache/bench';

type Published = { about: readonly string[]; rows: string[][]; left: number };

/** The first row is the head; of the columns so many are aligned to the left. */
export function publish(name: string, { about, rows, left }: Published): void {
  const text = `${about.join('\n')}\n\n${markdown(rows, left)}\n`;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.md`);
  writeFileSync(file, text);
  console.log(`\n${text}\nWritten to ${file}.`);
}
