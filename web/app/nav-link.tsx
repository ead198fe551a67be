// What links to an entry share: the current one is told, the waiting sessions are counted, the page's code comes on approach.
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { figures } from '#contract/dashboard.ts';
import { useApi } from '#web/lib/queries.ts';
import { CountBadge } from '#web/ui/badge.tsx';
import { type Entry, isCurrent } from './nav-items.ts';
import { preloadPage } from './routes.ts';

type EntryLinkProps = { entry: Entry; className: string; tooltip?: string | undefined; children: ReactNode };

export function EntryLink({ entry, className, tooltip, children }: EntryLinkProps) {
  const [path] = useLocation();
  const preload = () => preloadPage(entry.href);
  return (
    <Link
      href={entry.href}
      aria-current={isCurrent(entry, path) ? 'page' : undefined}
      data-tooltip={tooltip}
      onPointerEnter={preload}
      onFocus={preload}
      className={className}
    >
      {children}
    </Link>
  );
}

/** How many sessions wait for approval; nothing where none do. */
export function PendingCount({ className }: { className?: string | undefined }) {
  const { data } = useApi(figures, {});
  return <CountBadge count={data?.pendingApproval ?? 0} label="pending approvals" className={className} />;
}
