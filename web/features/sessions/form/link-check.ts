// What the server says about a link in the form, asked once typing pauses.

import { useQueries, useQuery } from '@tanstack/react-query';
import { labelOf } from '#contract/links/label.ts';
import { classifyLink, linkProblem } from '#contract/links/link.ts';
import { checkLink, fieldOfKind, type LinkCheck, type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import { useIsFilling } from '#web/features/uploads/sending/use-held-uploads.ts';
import { queryOptionsFor } from '#web/lib/api/queries.ts';
import { useDebouncedValue } from '#web/lib/page/use-debounced-value.ts';
import type { SessionDraft } from './session-draft.ts';

// What a pasted link was recognized as.

/** `problem`: what keeps clients from seeing it; `pictures`: the first ones, null if there will be none to show. */
export type LinkLabel = { known: boolean; text: string; problem: string | null; pictures: string[] | null };

/** Providers whose folders and photos the server lists. */
const listed = ['local', 'google-drive', 'dropbox', 'direct'];

/** True for a link that may be stored: the form refuses the rest by itself. */
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

/** The same, after the server's check. */
export function checkedLinkLabel(value: string, { label, problem, thumbnails }: LinkCheck): LinkLabel {
  const { known, text, pictures } = linkLabel(value);
  return { known, text: known ? label : text, problem, pictures: pictures && thumbnails };
}

/** Which tab the link is for, and the project and site whose folders and viewpoints count; '' means none chosen. */
export type LinkPlace = { projectId: string; siteId: string; kind: MediaKind };

/** Long enough to stay quiet during typing, short enough after a paste. */
const debounceMilliseconds = 600;
/** Shorter than the addresses of the pictures are valid. */
const staleMilliseconds = 5 * 60_000;

function checkOptions(url: string, { projectId, siteId, kind }: LinkPlace) {
  const body = { projectId: Number(projectId), siteId: siteId === '' ? null : Number(siteId), kind, url };
  return {
    ...queryOptionsFor(checkLink, { body }),
    enabled: isLink(url) && projectId !== '',
    staleTime: staleMilliseconds,
  };
}

/** Null while there is nothing to say. A check that is refused or fails says nothing: the form can be saved anyway. */
export function useLinkCheck(value: string, where: LinkPlace) {
  const url = useDebouncedValue(value.trim(), debounceMilliseconds);
  const options = checkOptions(url, where);
  const { data, isFetching } = useQuery(options);
  const isFilling = useIsFilling(url);
  return {
    info: toLinkLabel(url, options.enabled && !isFilling ? data : undefined),
    checking: options.enabled && isFetching && !data,
  };
}

function toLinkLabel(url: string, checked: LinkCheck | undefined): LinkLabel | null {
  if (!isLink(url)) return null;
  return checked ? checkedLinkLabel(url, checked) : linkLabel(url);
}

/**
 * What is known of each of the form's links so far, undefined while one is being checked: the fields send the requests, and this reads the
 * results.
 */
export function useLinkChecks(draft: SessionDraft): (LinkCheck | undefined)[] {
  const links = useDebouncedValue(
    mediaKinds.map((kind) => draft[fieldOfKind[kind]].trim()).join('\n'),
    debounceMilliseconds,
  ).split('\n');
  const { projectId, siteId } = draft;
  const queries = mediaKinds.map((kind, index) => checkOptions(links[index] ?? '', { projectId, siteId, kind }));
  const found = useQueries({ queries });
  return found.filter((_, index) => queries[index]?.enabled).map(({ data }) => data);
}
