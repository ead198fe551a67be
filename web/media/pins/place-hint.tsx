// What to do while a place is pointed at: beside the picture, over everything else, because any part of the picture may be meant.
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { hintTop } from './hint-top.ts';

type PlaceHintProps = { picture: RefObject<HTMLElement | null>; onCancel: () => void; children: ReactNode };

export function PlaceHint({ picture, onCancel, children }: PlaceHintProps) {
  const hint = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: panel } = hint;
    if (!panel) return;
    panel.showPopover();
    const place = () => {
      const box = picture.current?.getBoundingClientRect();
      if (!box) return;
      panel.style.left = `${box.left + box.width / 2}px`;
      panel.style.top = `${hintTop(box, panel.offsetHeight, innerHeight)}px`;
    };
    const watcher = new ResizeObserver(place);
    watcher.observe(panel);
    addEventListener('scroll', place, { capture: true, passive: true });
    addEventListener('resize', place);
    return () => {
      watcher.disconnect();
      removeEventListener('scroll', place, { capture: true });
      removeEventListener('resize', place);
    };
  }, [picture]);
  return (
    <div
      ref={hint}
      popover="manual"
      role="status"
      className="fixed inset-auto m-0 w-max max-w-[min(36rem,calc(100vw-1rem))] -translate-x-1/2 items-center gap-x-3 rounded-control border-0 bg-surface p-1.5 pl-3 text-ink text-sm shadow-raised open:flex print:hidden"
    >
      <span className="min-w-0">{children}</span>
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
