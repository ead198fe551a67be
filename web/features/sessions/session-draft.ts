// What the session dialogs hold while somebody types: text everywhere, turned into a body at the end.
import { linkFields, type Session } from '#contract/sessions.ts';
import { toDay } from './filters.ts';

type TextFields = Record<(typeof linkFields)[number] | 'captureDate' | 'scheduledDate' | 'phase' | 'notes', string>;
/** `projectId` and `siteId` as a select gives them: '' means none chosen. */
export type SessionDraft = TextFields & { projectId: string; siteId: string };

const emptyLinks = Object.fromEntries(linkFields.map((field) => [field, ''])) as Record<
  (typeof linkFields)[number],
  string
>;

/** A new session, captured today by the reader's calendar. */
export function newDraft(now: Date): SessionDraft {
  return { ...emptyLinks, projectId: '', siteId: '', captureDate: toDay(now), scheduledDate: '', phase: '', notes: '' };
}

export function draftOf(session: Session): SessionDraft {
  const links = Object.fromEntries(linkFields.map((field) => [field, session[field] ?? ''])) as typeof emptyLinks;
  return {
    ...links,
    projectId: String(session.projectId),
    siteId: session.siteId === null ? '' : String(session.siteId),
    captureDate: session.captureDate,
    scheduledDate: session.scheduledDate ?? '',
    phase: session.phase ?? '',
    notes: session.notes ?? '',
  };
}

/** The body of create and edit: empty optional values go as null (foundation §5). */
export function toBody(draft: SessionDraft) {
  const optional = (value: string) => (value.trim() === '' ? null : value.trim());
  const links = Object.fromEntries(linkFields.map((field) => [field, optional(draft[field])])) as Record<
    keyof typeof emptyLinks,
    string | null
  >;
  return {
    ...links,
    projectId: Number(draft.projectId),
    siteId: draft.siteId === '' ? null : Number(draft.siteId),
    captureDate: draft.captureDate,
    scheduledDate: optional(draft.scheduledDate),
    phase: optional(draft.phase) as Session['phase'],
    notes: optional(draft.notes),
  };
}

/** What the site select is, by the number of sites that the chosen project has (foundation §5). */
export function siteRule(sites: { id: number }[] | undefined): 'loading' | 'none' | 'one' | 'several' {
  if (sites === undefined) return 'loading';
  if (sites.length === 0) return 'none';
  return sites.length === 1 ? 'one' : 'several';
}
