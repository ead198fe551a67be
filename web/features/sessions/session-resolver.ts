// Checks a session draft by the contract's own form, so that browser and server say the same sentence.
import type { FieldError, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import type { NewSession } from '#contract/schemas/sessions.ts';
import { type SessionDraft, toBody } from './session-draft.ts';

/** `needsSite`: the chosen project has sites, so one of them has to be named (decisions §2). */
export function sessionResolver(form: typeof NewSession, needsSite: () => boolean): Resolver<SessionDraft> {
  return (draft) => {
    const read = z.safeParse(form, toBody(draft));
    const errors: Partial<Record<keyof SessionDraft, FieldError>> = {};
    for (const { path, message } of read.success ? [] : read.error.issues) {
      errors[path[0] as keyof SessionDraft] ??= { type: 'form', message };
    }
    if (needsSite() && draft.projectId !== '' && draft.siteId === '')
      errors.siteId ??= { type: 'form', message: 'Site is required' };
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: draft, errors: {} };
  };
}
