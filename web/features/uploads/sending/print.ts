// By what a file that is chosen again is known: its first and last 64 kB, and when it was last changed.

const edgeBytes = 64 * 1024;

/** FNV-1a in two lanes: nobody attacks it, and browsers on plain http have no better one. */
function hash(bytes: Uint8Array): string {
  let [a, b] = [0x811c9dc5, 0x1b873593];
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x85ebca6b) ^ (a >>> 15);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

/** Null where the device does not give its bytes. */
export async function printOf(file: File): Promise<string | null> {
  const edges = [file.slice(0, edgeBytes), file.slice(-edgeBytes)].map((edge) => edge.arrayBuffer());
  const read = await Promise.all(edges).catch(() => null);
  if (read === null) return null;
  return [file.lastModified.toString(36), ...read.map((edge) => hash(new Uint8Array(edge)))].join('_');
}

/** What it holds, whenever it was changed. */
export function edgesOf(print: string | null): string | null {
  return print === null ? null : print.slice(print.indexOf('_'));
}
