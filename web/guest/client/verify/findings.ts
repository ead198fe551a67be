// What is said of each file on /verify.
import { formatDate } from '#contract/core/day-words.ts';
import type { HashFinding } from '#contract/evidence/endpoints.ts';
import { make } from '#web/guest/client/elements.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import type { Hashed, Unread } from './hash-files.ts';
import type { ReadSeal } from './read-seal.ts';

type Group = 'absent' | 'unknown' | 'takenBack' | 'unread' | 'seal' | 'released';
type Row = { group: Group; name: string; words: string; link?: string };

/** In the order in which somebody wants to know. */
const headings: Record<Group, string> = {
  absent: 'not in this release',
  unknown: 'not known here',
  takenBack: 'released, taken back since',
  unread: 'could not be checked',
  seal: 'signed by the seal of a release',
  released: 'released',
};
/** So many of each group are named. */
const maxNamed = 200;

/** By the seal of a code, and by what the server answered; null of a hash that it does not know. */
export type Known = {
  sealed: ReadonlyMap<string, 'original' | 'copy'> | null;
  findings: ReadonlyMap<string, HashFinding | null>;
};

export const sealedBy = ({ originals, copies }: ReadSeal): Known['sealed'] =>
  new Map([...copies.map((hash) => [hash, 'copy'] as const), ...originals.map((hash) => [hash, 'original'] as const)]);

/** Those of the hashes about which nothing is known yet. */
export function unknownOf(files: readonly (Hashed | Unread)[], { sealed, findings }: Known): string[] {
  const hashes = files.flatMap((file) => ('problem' in file || file.seal ? [] : [file.sha256]));
  return [...new Set(hashes)].filter((hash) => !sealed?.has(hash) && !findings.has(hash));
}

export function rowOf(file: Hashed | Unread, { sealed, findings }: Known): Row {
  const { name } = file;
  if ('problem' in file) return { group: 'unread', name, words: file.problem };
  if (file.seal) return { group: 'seal', name, words: 'Open its page', link: `/verify/${file.seal}` };
  const part = sealed?.get(file.sha256);
  if (part) {
    const words = part === 'original' ? 'In this release: the original' : 'In this release: the copy for clients';
    return { group: 'released', name, words };
  }
  const finding = findings.get(file.sha256);
  if (finding === undefined) return { group: 'absent', name, words: 'Not in this release' };
  if (finding === null) return { group: 'unknown', name, words: 'Not known here' };
  const released = `Released on ${formatDate(finding.releasedOn)}`;
  return finding.state === 'released'
    ? { group: 'released', name, words: released }
    : { group: 'takenBack', name, words: `${released}, taken back since` };
}

function listOf(rows: readonly Row[]): HTMLElement {
  const list = make('ul', { className: 'files' });
  for (const { name, words, link } of rows.slice(0, maxNamed)) {
    const said = link ? make('a', { href: link, textContent: words }) : words;
    list.append(make('li', {}, make('bdi', { textContent: name }), ': ', said));
  }
  if (rows.length > maxNamed) list.append(make('li', {}, `… and ${formatNumber(rows.length - maxNamed)} more`));
  return list;
}

/** A group each; folded what is as it should be. Answers '58 released, 2 not known here'. */
export function showFindings(target: Element, rows: readonly Row[]): string {
  const groups = (Object.keys(headings) as Group[]).flatMap((group) => {
    const own = rows.filter((row) => row.group === group);
    const heading = `${formatNumber(own.length)} ${headings[group]}`;
    return own.length > 0 ? [{ isOpen: group !== 'released', own, heading }] : [];
  });
  target.replaceChildren(
    ...groups.map(({ isOpen, own, heading }) =>
      make('details', { open: isOpen || groups.length === 1 }, make('summary', {}, heading), listOf(own)),
    ),
  );
  return groups.map(({ heading }) => heading).join(', ');
}
