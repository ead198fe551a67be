// What the session dialogs hold while somebody types: text everywhere, turned into a body at the end.

import { useQueryClient } from '@tanstack/react-query';
import type { Resolver } from 'react-hook-form';
import { formatDate } from '#contract/core/day-words.ts';
import {
  mapSessionFields,
  type SessionField,
  type SessionFieldValues,
  sessionFields,
} from '#contract/core/session-fields.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { NewSession } from '#contract/sessions/routes.ts';
import { toDay } from '#web/features/sessions/filters/filters.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import type { DraftForm } from '#web/lib/forms/use-draft-form.ts';

/**
 * `projectId` and `siteId` as a select gives them: '' means none chosen. `pasted`: links that found no field yet, and `stageId`: the stage
 * that a new visit is claimed for; they are no part of the session.
 */
export type SessionDraft = Record<SessionField, string> & {
  projectId: string;
  siteId: string;
  pasted: string;
  stageId: string;
};

/** A new session, captured today by the reader's calendar. */
export function newDraft(now: Date): SessionDraft {
  return { ...mapSessionFields(() => ''), projectId: '', siteId: '', pasted: '', stageId: '', captureDate: toDay(now) };
}

export function draftOf(session: Session): SessionDraft {
  return {
    ...mapSessionFields((name) => session[name] ?? ''),
    projectId: String(session.projectId),
    siteId: session.siteId === null ? '' : String(session.siteId),
    pasted: '',
    stageId: '',
  };
}

/** The body of create and edit: empty optional values go as null (behaviour §10.8). */
export function toBody(draft: SessionDraft) {
  const toValue = (name: SessionField) =>
    'required' in sessionFields[name] ? draft[name] : draft[name].trim() || null;
  return {
    ...(mapSessionFields(toValue) as SessionFieldValues),
    projectId: Number(draft.projectId),
    siteId: draft.siteId === '' ? null : Number(draft.siteId),
  };
}

/** How many days after today by the reader's calendar. */
export function daysAhead(day: string, now: Date): number {
  return Math.round((Date.parse(day) - Date.parse(toDay(now))) / 86_400_000);
}

/** What the site select is, by the number of sites that the chosen project has (behaviour §10.8). */
export function siteRule(sites: { id: number }[] | undefined): 'loading' | 'none' | 'one' | 'several' {
  if (sites === undefined) return 'loading';
  if (sites.length === 0) return 'none';
  return sites.length === 1 ? 'one' : 'several';
}

/** `needsSite`: the chosen project has sites, so one of them has to be named (behaviour §2.4). */
export function sessionResolver(needsSite: () => boolean): Resolver<SessionDraft> {
  const check = formResolver<SessionDraft>(NewSession, toBody);
  return async (draft, context, options) => {
    const checked = await check(draft, context, options);
    if (!needsSite() || draft.projectId === '' || draft.siteId !== '') return checked;
    const siteId = { type: 'required', message: 'Site is required' };
    return { values: {}, errors: { siteId, ...checked.errors } };
  };
}

// Discarding the form of a visit also discards the pictures and videos that were chosen for it.

/** The draft with this `discard`. */
export function useDiscard(draft: DraftForm<SessionDraft>): DraftForm<SessionDraft> {
  const client = useQueryClient();
  const { id: person } = useCurrentUser().person;
  return {
    ...draft,
    discard() {
      const gone = draft.form.getValues();
      draft.discard();
      const stays = draft.form.getValues();
      void import('#web/features/uploads/sending/leave-out-kept.ts').then(({ leaveOutFiles }) =>
        leaveOutFiles({ client, person }, gone, stays),
      );
    },
  };
}

// A session in a few words, to recognise it among unsent things.
export function wordsOf({ id, captureDate, project }: Pick<Session, 'id' | 'captureDate'> & Partial<Session>): string {
  return [`Session #${id}`, formatDate(captureDate), project?.name].filter(Boolean).join(', ');
}
