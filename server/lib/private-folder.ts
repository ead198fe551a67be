// What the product keeps is its own user's: other users of the machine can neither list nor read it.
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const others = 0o077;
const shared = 0o1000;
/** Of these the database's user, who is another one where the product runs as root, needs to enter some. */
const ofDatabase = new Set(['pg', 'bin']);

/** Whatever this process and those that it starts make from now on. */
export function makePrivateFiles(): void {
  process.umask(others);
}

/** Answers whether it was open. A folder that everybody may write to, as /tmp, is nobody's to close. */
function close(path: string, mode: number): boolean {
  const found = statSync(path);
  const isOpen = (found.mode & others & ~mode) !== 0;
  if (!isOpen || (found.mode & shared) !== 0) return false;
  chmodSync(path, mode);
  return true;
}

/** Mends a folder that an earlier version made; answers what was done, null for nothing. `asRoot`: then the database's user goes through it. */
export function closeFolder(folder: string, asRoot = process.getuid?.() === 0): string | null {
  if (process.platform === 'win32' || !existsSync(folder)) return null;
  try {
    const inside = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !ofDatabase.has(entry.name))
      .map(({ name }) => close(join(folder, name), 0o700));
    const isMended = close(folder, asRoot ? 0o711 : 0o700);
    if (!isMended && !inside.includes(true)) return null;
    return `Other users of this machine could read in ${folder}: it is closed to them now.`;
  } catch (error) {
    return `Other users of this machine may be able to read in ${folder}, and it cannot be closed to them: ${(error as Error).message}.`;
  }
}
