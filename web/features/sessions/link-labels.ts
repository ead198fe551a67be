// What a pasted link was taken for, in words.
import { labelOf } from '#contract/links/label.ts';
import { classifyLink, linkProblem } from '#contract/links.ts';
import type { LinkCheck } from '#contract/media.ts';

/** `problem`: what keeps clients from seeing it; `pictures`: its first ones, null where there will be none to show. */
export type LinkLabel = { known: boolean; words: string; problem: string | null; pictures: string[] | null };

/** Providers whose folders and photos the server lists. */
const listed = ['local', 'google-drive', 'dropbox', 'direct'];

/** True for what may be stored: the form refuses the rest by itself. */
export function isLink(value: string): boolean {
  return value !== '' && linkProblem(value) === null;
}

/** What can be told without asking anyone. */
export function linkLabel(value: string): LinkLabel {
  const link = classifyLink(value);
  const label = labelOf(link);
  const known = label !== null;
  const mayShow = listed.includes(link.provider) && ['folder', 'file', 'image'].includes(link.kind);
  return {
    known,
    words: label ?? 'Not a media host we know: it will be shown as a link',
    problem: null,
    pictures: mayShow ? [] : null,
  };
}

/** The same once the server has looked at it. */
export function checkedLinkLabel(value: string, { label, problem, thumbnails }: LinkCheck): LinkLabel {
  const { known, words, pictures } = linkLabel(value);
  return { known, words: known ? label : words, problem, pictures: pictures && thumbnails };
}
