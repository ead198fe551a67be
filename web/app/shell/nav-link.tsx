// What links to an entry share: the current one is marked, the waiting sessions are counted, the page's code comes on approach.
import {
  CalendarPlus,
  Camera,
  ClipboardCheck,
  FolderKanban,
  History,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Settings,
  UserRound,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { dashboardStats } from '#contract/overview/endpoints.ts';
import type { Role } from '#contract/policy.ts';
import { preloadPageCode } from '#web/app/routes.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { CountBadge } from '#web/ui/display/badge.tsx';

// Where the sidebar and the mobile bar lead, by role (behaviour §10.2).
export type NavItem = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Carries the count of sessions that wait for approval. */
  pending?: true;
};

const dashboard: NavItem = { href: '/dashboard', label: 'Dashboard', icon: LayoutDashboard };
const projects: NavItem = { href: '/projects', label: 'Projects', icon: FolderKanban };
const sessions: NavItem = { href: '/sessions', label: 'Sessions', icon: Camera };
const profile: NavItem = { href: '/profile', label: 'Profile', icon: UserRound };
const approvals: NavItem = { href: '/approvals', label: 'Approvals', icon: ClipboardCheck, pending: true };
const users: NavItem = { href: '/users', label: 'Users', icon: Users };
const history: NavItem = { href: '/admin-history', label: 'History', icon: History };
const concerns: NavItem = { href: '/concerns', label: 'Concerns', icon: MessagesSquare };
const settings: NavItem = { href: '/settings', label: 'Settings', icon: Settings };
const create: NavItem = { href: '/sessions/new', label: 'New', icon: CalendarPlus };

export function sidebarItems(role: Role): readonly NavItem[] {
  const everybody = [dashboard, projects, sessions, profile];
  return role === 'admin' ? [...everybody, approvals, users, history, concerns] : [...everybody, concerns];
}

const crew = [dashboard, projects, create, sessions];
const bars: Partial<Record<Role, readonly NavItem[]>> = { admin: [...crew, approvals], client: [dashboard, projects] };

/** Any other role than these has what photographers have, as on the dashboard. */
export function bottomBarItems(role: Role): readonly NavItem[] {
  return bars[role] ?? crew;
}

/** What the bottom bar of a role has no room for, in its menu; clients have two ways, and all else on their dashboard. */
export function moreItems(role: Role): readonly NavItem[] {
  if (role === 'admin') return [users, history, concerns, settings];
  return role === 'client' ? [] : [concerns];
}

/** A page below an entry belongs to it: /sessions/12 to Sessions, but /sessions/new is a door of its own. */
export function isCurrent(entry: NavItem, path: string): boolean {
  return path === entry.href || (path.startsWith(`${entry.href}/`) && path !== create.href);
}

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
