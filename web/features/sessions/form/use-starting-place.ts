// Where a new session starts: where its photographer was last, and of several sites at the one that is theirs alone.
import { useEffect } from 'react';
import { sessions } from '#contract/sessions/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import type { DraftForm } from '#web/lib/forms/use-draft-form.ts';
import type { useSites } from './project-site-fields.tsx';
import type { SessionDraft } from './session-draft.ts';

/** What was chosen or restored stays; what is filled in here can be changed. */
export function useStartingPlace(
  { form, restored }: DraftForm<SessionDraft>,
  { rows }: Pick<ReturnType<typeof useSites>, 'rows'>,
): void {
  const { person } = useCurrentUser();
  const { defaultValues } = form.formState;
  const enabled = !restored && defaultValues?.projectId === '';
  const { data } = useApiQuery(sessions, { query: { photographerId: person.id, limit: 1 } }, { enabled });
  const last = data?.rows[0];
  useEffect(() => {
    if (!enabled || !last || form.getValues('projectId') !== '') return;
    form.setValue('projectId', String(last.projectId));
    form.setValue('siteId', last.siteId === null ? '' : String(last.siteId));
  }, [enabled, last, form]);
  const own = rows?.filter(({ photographerId }) => photographerId === person.id);
  const only = own?.length === 1 ? own[0]?.id : undefined;
  useEffect(() => {
    if (only && form.getValues('siteId') === '') form.setValue('siteId', String(only));
  }, [only, form]);
}
