// Checks a session draft by the contract's own schema, and that a project with sites has one chosen.
import type { Resolver } from 'react-hook-form';
import { NewSession } from '#contract/schemas/sessions.ts';
import { formResolver } from '#web/lib/form-resolver.ts';
import { type SessionDraft, toBody } from './session-draft.ts';

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
