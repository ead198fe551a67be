// The version of a file on this machine: it changes when its bytes do.

export function fileVersion({ mtimeMs, size }: { mtimeMs: number; size: number }): string {
  return `${mtimeMs.toString(36)}-${size.toString(36)}`;
}
