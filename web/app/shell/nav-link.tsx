// What links to an entry share: the current one is marked, the waiting sessions are counted, the page's code comes on approach.
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { dashboardStats } from '#contract/overview/endpoints.ts';
import { preloadPageCode } from '#web/app/routes.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { CountBadge } from '#web/ui/display/badge.tsx';
import { isCurrent, type NavItem } from './nav-items.ts';

type EntryLinkProps = { entry: NavItem; className: string; tooltip?: string | undefined; children: ReactNode };

export function NavLink({ entry, className, tooltip, children }: EntryLinkProps) {
  const [path] = useLocation();
  const { person } = useCurrentUser();
  const preload = () => void preloadPageCode(entry.href, person.role);
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
  const { data } = useApiQuery(dashboardStats, {});
  return <CountBadge count={data?.pendingApproval ?? 0} label="pending approvals" className={className} />;
}
