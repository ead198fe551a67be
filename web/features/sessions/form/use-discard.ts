// Discarding the form of a visit also discards the pictures and videos that were chosen for it.
import { useQueryClient } from '@tanstack/react-query';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import type { DraftForm } from '#web/lib/forms/use-draft-form.ts';
import type { SessionDraft } from './session-draft.ts';

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
