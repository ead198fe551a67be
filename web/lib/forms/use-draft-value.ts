// A value that is stored on the device while it is typed or chosen, until it is sent or discarded.

import { useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, type Owner, onRecovered, readDraft } from './drafts.ts';

/** `empty`: an empty text or list; it is also the value if nothing is stored. */
export function useDraftValue<Value extends { length: number }>(owner: Owner, name: string, empty: Value) {
  const [value, setValue] = useState<Value>(() => readDraft<Value>(owner, name)?.values ?? empty);
  const [restored, setRestored] = useState(value.length > 0);
  const latest = useRef(value);
  const isTouched = useRef(false);
  useEffect(() => {
    function takeUp() {
      const found = readDraft<Value>(owner, name)?.values ?? empty;
      if (isTouched.current || JSON.stringify(found) === JSON.stringify(latest.current)) return;
      latest.current = found;
      setValue(found);
      setRestored(found.length > 0);
    }
    // It may have been found between the first render and now.
    takeUp();
    return onRecovered(takeUp);
  }, [owner, name, empty]);
  function set(next: Value): void {
    isTouched.current = true;
    latest.current = next;
    setValue(next);
    if (next.length > 0) return keepDraft(owner, name, { values: next });
    dropDraft(owner, name);
    setRestored(false);
  }
  return {
    ...{ value, set, restored, latest, discard: () => set(empty) },
    forms: [name],
    taken: () => dropDraft(owner, name),
    givenBack: () => set(latest.current),
  };
}

// One text that is kept on the device while it is typed, as in a box for comments.
export function useDraftText(owner: Owner, name: string) {
  const { latest, ...text } = useDraftValue<string>(owner, name, '');
  return {
    ...text,
    /** The server has this much; what the author typed meanwhile is kept. */
    sent: (sent: string) => latest.current.trim() === sent && text.set(''),
  };
}
