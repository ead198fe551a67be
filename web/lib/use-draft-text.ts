// One text that is kept on the device while it is typed, as in a box for comments.
import { useRef, useState } from 'react';
import { dropDraft, keepDraft, type Owner, readDraft } from './drafts.ts';

export function useDraftText(owner: Owner, name: string) {
  const [value, setValue] = useState(() => readDraft<string>(owner, name)?.values ?? '');
  const [restored, setRestored] = useState(value !== '');
  const latest = useRef(value);
  function set(next: string): void {
    latest.current = next;
    setValue(next);
    if (next !== '') return keepDraft(owner, name, { values: next });
    dropDraft(owner, name);
    setRestored(false);
  }
  return {
    value,
    set,
    restored,
    discard: () => set(''),
    /** The server has this much; whoever wrote on meanwhile keeps what they wrote. */
    sent: (text: string) => latest.current.trim() === text && set(''),
  };
}
