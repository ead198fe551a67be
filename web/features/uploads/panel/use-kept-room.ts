// How much more this device keeps of what is chosen, asked before anything is, and again when something was added or has come.
import { useEffect, useState } from 'react';
import { createKeptFiles } from '#web/lib/offline/kept-files.ts';

/** Null until it is known. `changes`: with another number it is asked again. */
export function useKeptRoom(person: number, changes: number): number | null {
  const [room, setRoom] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was added takes room.
  useEffect(() => {
    void createKeptFiles(person).room().then(setRoom);
  }, [person, changes]);
  return room;
}
