// One text that is kept on the device while it is typed, as in a box for comments.
import type { Owner } from './drafts.ts';
import { useDraftValue } from './use-draft-value.ts';

export function useDraftText(owner: Owner, name: string) {
  const { latest, ...text } = useDraftValue<string>(owner, name, '');
  return {
    ...text,
    /** The server has this much; what the author typed meanwhile is kept. */
    sent: (sent: string) => latest.current.trim() === sent && text.set(''),
  };
}
