// States, priorities and roles have the specified colours, and none is shown by colour alone.
import fs from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DisputeStatus, Priority, ProjectStatus, RoleBadge, SessionStatus } from './status-badge.tsx';

/** The colour of a badge, its word and whether it has an icon. */
function look(
  badge: Parameters<typeof renderToStaticMarkup>[0],
): [colour: string | undefined, word: string, icon: boolean] {
  const html = renderToStaticMarkup(badge);
  return [/bg-(\w+)-soft/.exec(html)?.[1], html.replace(/<[^>]+>/g, ''), html.includes('<svg')];
}

it.each([
  ['pending', 'yellow', 'Pending'],
  ['submitted', 'yellow', 'Submitted'],
  ['approved', 'emerald', 'Approved'],
  ['rejected', 'red', 'Rejected'],
  ['completed', 'blue', 'Completed'],
  ['anything else', 'grey', 'Anything else'],
])('a session that is %s is %s', (status, colour, word) => {
  expect(look(createElement(SessionStatus, { status }))).toEqual([colour, word, true]);
});

it('in the history approved and completed are green', () => {
  for (const status of ['approved', 'completed'])
    expect(look(createElement(SessionStatus, { status, inHistory: true }))[0]).toBe('green');
});

it.each([
  ['active', 'green', 'Active'],
  ['completed', 'blue', 'Completed'],
  ['on_hold', 'grey', 'On Hold'],
])('a project that is %s is %s', (status, colour, word) => {
  expect(look(createElement(ProjectStatus, { status }))).toEqual([colour, word, true]);
});

it.each([
  ['open', 'red', 'Open'],
  ['in_progress', 'yellow', 'In Progress'],
  ['resolved', 'green', 'Resolved'],
  ['closed', 'grey', 'Closed'],
])('a concern that is %s is %s', (status, colour, word) => {
  expect(look(createElement(DisputeStatus, { status }))).toEqual([colour, word, true]);
});

it.each([
  ['high', 'red'],
  ['medium', 'yellow'],
  ['low', 'blue'],
])('a priority of %s is %s', (priority, colour) => {
  expect(look(createElement(Priority, { priority }))[0]).toBe(colour);
});

it('a role has its own gradient and, where asked, only its first letter on very small screens', () => {
  const colours = fs.readFileSync(new URL('../styles/colours.css', import.meta.url), 'utf8');
  // Blue to teal, purple to pink, orange to amber.
  const runs = { admin: '#1a5fb4, #0b7a75', photographer: '#7e22ce, #be185d', client: '#c2410c, #b45309' };
  for (const [role, run] of Object.entries(runs)) {
    expect(renderToStaticMarkup(createElement(RoleBadge, { role }))).toContain(`bg-(image:--role-${role})`);
    expect(colours).toContain(`--role-${role}: linear-gradient(to right, ${run})`);
  }
  const short = renderToStaticMarkup(createElement(RoleBadge, { role: 'admin', short: true }));
  expect(short).toMatch(/A<span class="max-\[26rem\]:sr-only">dmin<\/span>/);
});
