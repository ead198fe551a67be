// What a pasted link was recognized as.
import { labelOf } from '#contract/links/label.ts';
import { classifyLink, linkProblem } from '#contract/links/link.ts';
import type { LinkCheck } from '#contract/media/endpoints.ts';

/** `problem`: what keeps clients from seeing it; `pictures`: its first ones, null where there will be none to show. */
export type LinkLabel = { known: boolean; text: string; problem: string | null; pictures: string[] | null };

/** Providers whose folders and photos the server lists. */
const listed = ['local', 'google-drive', 'dropbox', 'direct'];

/** True for what may be stored: the form refuses the rest by itself. */
export function isLink(value: string): boolean {
  return value !== '' && linkProblem(value) === null;
}

/** What is known without asking the server. */
export function linkLabel(value: string): LinkLabel {
  const link = classifyLink(value);
  const label = labelOf(link);
  const known = label !== null;
  const mayShow = listed.includes(link.provider) && ['folder', 'file', 'image'].includes(link.kind);
  return {
    known,
    text: label ?? 'Not a media host we know: it will be shown as a link',
    problem: null,
    pictures: mayShow ? [] : null,
  };
}

/** The same once the server has looked at it. */
export function checkedLinkLabel(value: string, { label, problem, thumbnails }: LinkCheck): LinkLabel {
  const { known, text, pictures } = linkLabel(value);
  return { known, text: known ? label : text, problem, pictures: pictures && thumbnails };
}
