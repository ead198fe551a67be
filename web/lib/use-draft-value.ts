// Something that is kept on the device while it is typed or chosen, until it is sent or thrown away.
import { useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, type Owner, onRecovered, readDraft } from './drafts.ts';

/** `empty`: a text or list without anything in it; it is what nothing kept reads as. */
export function useDraftValue<Value extends { length: number }>(owner: Owner, name: string, empty: Value) {
  const [value, setValue] = useState<Value>(() => readDraft<Value>(owner, name)?.values ?? empty);
  const [restored, setRestored] = useState(value.length > 0);
  const latest = useRef(value);
  const isTouched = useRef(false);
  useEffect(
    () =>
      onRecovered(() => {
        if (isTouched.current) return;
        latest.current = readDraft<Value>(owner, name)?.values ?? empty;
        setValue(latest.current);
        setRestored(latest.current.length > 0);
      }),
    [owner, name, empty],
  );
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
    taken: () => dropDraft(owner, name),
    givenBack: () => set(latest.current),
  };
}
