// Where uploads lie, and how much of each project's.
import { isAbsolute, join, relative, sep } from 'node:path';

/** `rootIsFixed`, `quotaIsFixed`: it stands in the environment. `quotaBytes`: of each project. */
export type Uploads = { root: string; quotaBytes: number; rootIsFixed?: boolean; quotaIsFixed?: boolean };

function isWithin(folder: string, other: string): boolean {
  const way = relative(folder, other);
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
}

type Where = { mediaRoot: string | null; dataDir: string; demo: boolean };

/** The demo keeps them beside its database. A folder within MEDIA_ROOT could be bound to a project, with everybody's uploads in it. */
export function readUploads(
  { root, ...quota }: Omit<Uploads, 'root' | 'rootIsFixed'> & { root: string | null },
  { mediaRoot, dataDir, demo }: Where,
  wrong: (fault: string) => Error,
): Uploads | null {
  if (root === null) return demo ? { root: join(dataDir, 'uploads'), ...quota } : null;
  if (mediaRoot === null || !(isWithin(mediaRoot, root) || isWithin(root, mediaRoot)))
    return { root, rootIsFixed: true, ...quota };
  throw wrong(
    `UPLOAD_ROOT is '${root}', but neither it nor MEDIA_ROOT may lie within the other: choose another folder.`,
  );
}
