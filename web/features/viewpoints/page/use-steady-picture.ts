// Which picture is shown: the former one until the next can be shown whole, so that no frame is ever blank.
import { useEffect, useState } from 'react';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { savesData } from '#web/lib/device/data-saver.ts';
import { neighboursOf, type PictureMemory } from './picture-memory.ts';
import { sourceOf } from './picture-source.ts';

/** `missing`: the wanted one cannot be loaded. */
type Steady = { item: MediaItem; missing: boolean };

export function useSteadyPicture(wanted: MediaItem, memory: PictureMemory): Steady & { isWaiting: boolean } {
  const [steady, setSteady] = useState<Steady>({ item: wanted, missing: sourceOf(wanted, false) === null });
  // The same picture under a new address, or with a new name, is no other picture.
  const isSame = steady.item.id === wanted.id && steady.item.thumbnailUrl === wanted.thumbnailUrl;
  useEffect(() => {
    if (isSame) return;
    let left = false;
    const source = sourceOf(wanted, savesData());
    const loaded = source ? memory.load(source) : Promise.resolve(false);
    void loaded.then((came) => !left && setSteady({ item: wanted, missing: !came }));
    return () => {
      left = true;
    };
  }, [wanted, isSame, memory]);
  return { ...steady, isWaiting: !isSame };
}

type Ahead = { items: readonly MediaItem[]; index: number; memory: PictureMemory };

/** So many pictures at most are fetched ahead; who saves data gets the next one each way. */
const room = { lavish: 8, thrifty: 2 };

/** Fetches the neighbours one after the other once somebody has begun to move: until then nobody pays for them. */
export function useFetchedAhead(
  { items, index, memory }: Ahead,
  { begun, forward }: { begun: boolean; forward: boolean },
) {
  useEffect(() => {
    if (!begun) return;
    let left = false;
    const order = neighboursOf(index, { of: items.length, room: savesData() ? room.thrifty : room.lavish, forward });
    const fetchAll = async () => {
      for (const each of order) {
        const source = items[each] && sourceOf(items[each], savesData());
        if (left) return;
        if (source) await memory.load(source);
      }
    };
    void fetchAll();
    return () => {
      left = true;
    };
  }, [items, index, memory, begun, forward]);
}
