// The sessions that wait, as a strip of small pictures in the order of the queue; the open one is marked.
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Session } from '#contract/sessions/endpoints.ts';
import { SessionCover } from '#web/features/sessions/parts/session-cover.tsx';
import { siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { deskPath } from './desk-path.ts';

type FilmstripProps = { rows: readonly Session[]; open: number; decided: ReadonlySet<number> };

export function Filmstrip({ rows, open, decided }: FilmstripProps) {
  const strip = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open one is another place.
  useEffect(() => {
    function bringIntoSight() {
      const box = strip.current;
      const item = box?.querySelector<HTMLElement>('[aria-current]');
      // Only the strip moves, never the page.
      if (box && item) box.scrollLeft = item.offsetLeft - (box.clientWidth - item.offsetWidth) / 2;
    }
    bringIntoSight();
    addEventListener('resize', bringIntoSight);
    return () => removeEventListener('resize', bringIntoSight);
  }, [open]);
  return (
    <nav
      ref={strip}
      aria-label="Waiting sessions"
      className="relative -mx-1 mb-3 overflow-x-auto px-1 py-1 print:hidden"
    >
      <ol className="flex gap-2">
        {rows.map((session) => (
          <li key={session.id} className="w-16 shrink-0 sm:w-28">
            <Frame session={session} isOpen={session.id === open} isDecided={decided.has(session.id)} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Frame({ session, isOpen, isDecided }: { session: Session; isOpen: boolean; isDecided: boolean }) {
  return (
    <Link
      href={deskPath(session.id)}
      replace
      aria-current={isOpen ? 'page' : undefined}
      className="block overflow-hidden rounded-control border border-line bg-surface hover:border-line-strong aria-[current]:border-accent aria-[current]:ring-2 aria-[current]:ring-accent"
    >
      <span className="relative block">
        <SessionCover session={session} sizes="112px" />
        {isDecided && (
          <span className="absolute inset-0 grid place-items-center bg-black/55 text-white">
            <Check aria-hidden="true" className="size-6" />
          </span>
        )}
      </span>
      <span className="block truncate px-1.5 py-1 text-xs max-sm:sr-only">
        {siteLabel(session)}
        {isDecided && <span className="sr-only"> (decided)</span>}
      </span>
    </Link>
  );
}
