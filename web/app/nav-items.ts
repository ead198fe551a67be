// Where the sidebar and the mobile bar lead, by role (foundation §2).
import {
  CalendarPlus,
  Camera,
  ClipboardCheck,
  FolderKanban,
  History,
  LayoutDashboard,
  type LucideIcon,
  UserRound,
  Users,
} from 'lucide-react';
import type { Role } from '#contract/policy.ts';

export type Entry = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Carries the count of sessions that wait for approval. */
  pending?: true;
};

const dashboard: Entry = { href: '/dashboard', label: 'Dashboard', icon: LayoutDashboard };
const projects: Entry = { href: '/projects', label: 'Projects', icon: FolderKanban };
const sessions: Entry = { href: '/sessions', label: 'Sessions', icon: Camera };
const profile: Entry = { href: '/profile', label: 'Profile', icon: UserRound };
const approvals: Entry = { href: '/approvals', label: 'Approvals', icon: ClipboardCheck, pending: true };
const users: Entry = { href: '/users', label: 'Users', icon: Users };
const history: Entry = { href: '/admin-history', label: 'History', icon: History };
const create: Entry = { href: '/sessions/new', label: 'New', icon: CalendarPlus };

export function sidebarEntries(role: Role): readonly Entry[] {
  const everybody = [dashboard, projects, sessions, profile];
  return role === 'admin' ? [...everybody, approvals, users, history] : everybody;
}

const crew = [dashboard, projects, create, sessions];
const bars: Partial<Record<Role, readonly Entry[]>> = { admin: [...crew, approvals], client: [dashboard, projects] };

/** Any other role than these has what photographers have, as on the dashboard. */
export function barEntries(role: Role): readonly Entry[] {
  return bars[role] ?? crew;
}

/** A page below an entry belongs to it: /sessions/12 to Sessions, but /sessions/new is a door of its own. */
export function isCurrent(entry: Entry, path: string): boolean {
  return path === entry.href || (path.startsWith(`${entry.href}/`) && path !== create.href);
}
