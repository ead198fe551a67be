// Where each role can go from the sidebar and the bar of small screens (behaviour §10.2).
import { expect, it } from 'vitest';
import type { Role } from '#contract/policy.ts';
import { bottomBarItems, isCurrent, type NavItem, sidebarItems } from './nav-link.tsx';

const labels = (entries: readonly NavItem[]) => entries.map(({ label }) => label);

it('everybody has Dashboard, Projects, Sessions and Profile, admins also Approvals, Users and History; Concerns come last', () => {
  const everybody = ['Dashboard', 'Projects', 'Sessions', 'Profile'];
  expect(labels(sidebarItems('client'))).toEqual([...everybody, 'Concerns']);
  expect(labels(sidebarItems('photographer'))).toEqual([...everybody, 'Concerns']);
  expect(labels(sidebarItems('admin'))).toEqual([...everybody, 'Approvals', 'Users', 'History', 'Concerns']);
});

it.each<[Role, string[]]>([
  ['client', ['Dashboard', 'Projects']],
  ['photographer', ['Dashboard', 'Projects', 'New', 'Sessions']],
  ['admin', ['Dashboard', 'Projects', 'New', 'Sessions', 'Approvals']],
])('on a phone a %s has what the role needs', (role, expected) => {
  expect(labels(bottomBarItems(role))).toEqual(expected);
});

it('a page below an entry belongs to it, but the door to a new session to itself', () => {
  const entries = bottomBarItems('admin');
  const current = (path: string) => labels(entries.filter((entry) => isCurrent(entry, path)));
  expect(current('/sessions/12')).toEqual(['Sessions']);
  expect(current('/sessions/new')).toEqual(['New']);
  expect(current('/sessionsandmore')).toEqual([]);
});
