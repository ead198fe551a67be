// Which bytes of a colour profile no entry of its table points to.
import { type Blank, gapsBetween } from './blanks.ts';

const headBytes = 128;
const entryBytes = 12;
const maxEntries = 200;
/** Entries begin at a multiple of four. */
const fillBytes = 3;

/** All of it where it is no profile that can be read (ICC.1:2022). */
export function profileGaps(profile: Buffer): Blank[] {
  const count = profile.length < headBytes + 4 ? maxEntries + 1 : profile.readUInt32BE(headBytes);
  const table = headBytes + 4 + count * entryBytes;
  if (count > maxEntries || table > profile.length) return [{ from: 0, to: profile.length, as: 'zeros' }];
  const kept = [{ from: 0, to: table }];
  for (let at = headBytes + 4; at < table; at += entryBytes) {
    const from = profile.readUInt32BE(at + 4);
    kept.push({ from, to: from + profile.readUInt32BE(at + 8) });
  }
  return gapsBetween(kept, profile.length, fillBytes).map((gap) => ({ ...gap, as: 'zeros' }));
}
