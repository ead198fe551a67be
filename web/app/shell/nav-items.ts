// Where the sidebar and the mobile bar lead, by role (behaviour §10.2).
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
import type { Role } from '#contract/policy.ts';

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
