// What a reviewer writes about a session: notes and reason, kept on the device until the decision is sent.
import type { ChangeEvent } from 'react';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useDraftText } from '#web/lib/use-draft-text.ts';

/** `fields`: the props of both. `form`: the dialog, each of which keeps its own words. */
export function useReviewText(sessionId: number, form: string) {
  const { person } = useCurrentUser();
  const notes = useDraftText(person.id, `${form} ${sessionId} notes`);
  const reason = useDraftText(person.id, `${form} ${sessionId} reason`);
  const discard = () => {
    notes.discard();
    reason.discard();
  };
  return {
    notes: notes.value,
    reason: reason.value,
    done: discard,
    draft: { restored: notes.restored || reason.restored, discard },
    fields: { notes: fieldOf(notes), reason: fieldOf(reason) },
  };
}

function fieldOf({ value, set }: ReturnType<typeof useDraftText>) {
  return { value, onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => set(target.value) };
}
