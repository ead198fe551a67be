// The row that a link points at: brought into sight and focused; above the list where the first rows do not hold it, or said to be gone.
import { MapPinOff, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { isGone } from '#web/lib/api/api-error.ts';
import type { MarkedPlace } from '#web/lib/page/use-marked.ts';
import { returnPosition } from '#web/lib/routing/scroll-restoration.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type FailedQuery, goneMessage, QueryErrorLine } from '#web/ui/feedback/query-error.tsx';

type MarkedRowProps = {
  what: 'project' | 'session';
  id: number;
  place: MarkedPlace;
  /** Of the row itself, asked where it stands apart. */
  query: FailedQuery;
  onHide: () => void;
  /** The row, once it is there. */
  children: ReactNode;
};

export function MarkedRow({ what, id, place, query, onHide, children }: MarkedRowProps) {
  const isShown = useReveal(`[data-${what}="${id}"]`);
  const row = children || <Skeleton className="h-48 rounded-card" />;
  return (
    <>
      <p role="status" className="sr-only">
        {isShown && `The ${what} of your link is highlighted`}
      </p>
      {place === 'apart' && (
        <section aria-label={`The ${what} of your link`} className="mb-6">
          <div className="mb-2 flex items-center justify-between gap-3">
            <h2 className="font-semibold">From your link</h2>
            <Button variant="ghost" size="sm" icon={X} onClick={onHide}>
              Hide
            </Button>
          </div>
          {query.error ? <Failure what={what} query={query} /> : row}
        </section>
      )}
    </>
  );
}

function Failure({ what, query }: Pick<MarkedRowProps, 'what' | 'query'>) {
  if (!isGone(query.error)) return <QueryErrorLine query={query} />;
  return (
    <Notice tone="yellow" icon={MapPinOff} role="status">
      <p className="font-medium">This {what} is no longer available</p>
      <p>{goneMessage}</p>
    </Notice>
  );
}

/** Waits for the row to be rendered. Coming back to the page finds it as it was left. */
function useReveal(selector: string): boolean {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (returnPosition() !== undefined) return;
    const reveal = () => {
      const row = document.querySelector(selector);
      if (!row) return;
      observer.disconnect();
      row.scrollIntoView({ block: 'center' });
      row.querySelector<HTMLElement>('h2 a')?.focus({ preventScroll: true });
      setIsShown(true);
    };
    const observer = new MutationObserver(reveal);
    observer.observe(document.body, { childList: true, subtree: true });
    reveal();
    return () => observer.disconnect();
  }, [selector]);
  return isShown;
}
