// What is said of the files of a deliverable: how many, how large, and what is not for this reader.
import type { Deliverable } from '#contract/media/endpoints.ts';
import { count, formatSize } from '#web/lib/format/format.ts';

type File = Deliverable['files'][number];

/** Of a picture that is made anew nobody knows before how large it will be. */
export function sizeWords({ bytes }: Pick<File, 'bytes'>): string {
  return bytes === null ? 'JPEG' : formatSize(bytes);
}

/** Why only the crew gets it; null where clients do too. */
export function problemWords({ problem }: Pick<File, 'problem'>): string | null {
  return problem === undefined ? null : `Clients don’t get this file: ${problem}.`;
}

/** '12 files · 38.0 MB'. */
export function totalWords(files: readonly Pick<File, 'bytes'>[]): string {
  const bytes = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  const isWhole = files.every((file) => file.bytes !== null);
  const size = bytes === 0 && !isWhole ? '' : ` · ${isWhole ? '' : 'more than '}${formatSize(bytes)}`;
  return `${count(files.length, 'file')}${size}`;
}

/** Null where this reader gets everything. */
export function withheldWords({ files, withheld }: Pick<Deliverable, 'files' | 'withheld'>): string | null {
  if (withheld === 0) return null;
  const what = count(withheld, files.length > 0 ? 'more file' : 'file');
  return `${what} ${withheld === 1 ? 'is' : 'are'} only for the photographer and the admins.`;
}

export type FileGroup = { name: string | undefined; files: File[] };

/** In the order in which they come: those of no folder of their own first. */
export function groupFiles(files: readonly File[]): FileGroup[] {
  const groups: FileGroup[] = [];
  for (const file of files) {
    if (groups.length === 0 || groups.at(-1)?.name !== file.group) groups.push({ name: file.group, files: [] });
    groups.at(-1)?.files.push(file);
  }
  return groups;
}
