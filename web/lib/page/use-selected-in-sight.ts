// A row that scrolls sideways shows the item that is selected in it.
import { type RefObject, useEffect } from 'react';

/** `selected` is what tells one selection from the next; `item` matches its element. Only the row moves, never the page. */
export function useSelectedInSight(row: RefObject<HTMLElement | null>, item: string, selected: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selected item is at another position.
  useEffect(() => {
    function bringIntoSight() {
      const box = row.current;
      const chosen = box?.querySelector<HTMLElement>(item);
      if (!box || !chosen || box.scrollWidth <= box.clientWidth) return;
      const { left, width } = chosen.getBoundingClientRect();
      box.scrollLeft += left - box.getBoundingClientRect().left - (box.clientWidth - width) / 2;
    }
    bringIntoSight();
    addEventListener('resize', bringIntoSight);
    return () => removeEventListener('resize', bringIntoSight);
  }, [row, item, selected]);
}
