// Labels for the files of a deliverable: how many, how large, and what this reader does not get.
import type { Deliverable } from '#contract/media/endpoints.ts';
import { count, formatSize } from '#web/lib/format/format.ts';

type File = Deliverable['files'][number];

/** The size of a picture that will be re-encoded is not known in advance. */
export function sizeWords({ bytes }: Pick<File, 'bytes'>): string {
  return bytes === null ? 'JPEG' : formatSize(bytes);
}

/** Why only the crew gets it; null if clients do too. */
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

/** Null if this reader gets everything. */
export function withheldWords({ files, withheld }: Pick<Deliverable, 'files' | 'withheld'>): string | null {
  if (withheld === 0) return null;
  const what = count(withheld, files.length > 0 ? 'more file' : 'file');
  return `${what} ${withheld === 1 ? 'is' : 'are'} only for the photographer and the admins.`;
}

export type FileGroup = { name: string | undefined; files: File[] };

/** In the given order, which begins with files that are in no folder. */
export function groupFiles(files: readonly File[]): FileGroup[] {
  const groups: FileGroup[] = [];
  for (const file of files) {
    if (groups.length === 0 || groups.at(-1)?.name !== file.group) groups.push({ name: file.group, files: [] });
    groups.at(-1)?.files.push(file);
  }
  return groups;
}
