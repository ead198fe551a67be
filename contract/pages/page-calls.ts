// What each page of the table asks for at once. Only the server reads it: the browser's router does without all these calls.
import { current, demoRequests } from '#contract/accounts/auth.ts';
import { users } from '#contract/accounts/users.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { InitialCall } from '#contract/core/preloaded-state.ts';
import type { Input } from '#contract/core/request.ts';
import { disputes, sessionDisputes } from '#contract/disputes/endpoints.ts';
import { notifications } from '#contract/notifications/endpoints.ts';
import { webhooks } from '#contract/notifications/webhooks.ts';
import {
  dashboardStats,
  disputeHistory,
  needs,
  ownProjects,
  responseTimes,
  reviewFigures,
  sessionHistory,
} from '#contract/overview/endpoints.ts';
import { nextVisit, plannedVisits } from '#contract/planned-visits/endpoints.ts';
import type { Role } from '#contract/policy.ts';
import { getProject, projects, sites } from '#contract/projects/endpoints.ts';
import { checklist } from '#contract/sessions/checks.ts';
import { getSession, newestVisit, news, savedFilters, sessionRecords, sessions } from '#contract/sessions/endpoints.ts';
import { rejectionReasons } from '#contract/sessions/rejection.ts';
import { brand, companyDefaults, companySettings, retention } from '#contract/settings/endpoints.ts';
import { shareRules } from '#contract/sharing/endpoints.ts';
import { getStage } from '#contract/stages/endpoints.ts';
import { getViewpoint, viewpoints } from '#contract/viewpoints/endpoints.ts';
import type { PageMatch, PageName } from './pages.ts';

/** The queue of approvals. */
const waitingSessions = { query: { status: 'pending', sort: 'submittedAt' } } as const;

/** What stands for `:id` and `:viewpointId` in a path; NaN in a path without it. */
type PathIds = Record<'id' | 'viewpointId', number>;

/** What each page asks for at once, given the ids in its path. */
const initialCalls: Partial<Record<PageName, (ids: PathIds) => InitialCall[]>> = {
  'admin-dashboard': () => [
    growing(sessions, { query: { limit: 5, status: 'pending', sort: 'submittedAt' } }),
    growing(disputes, { query: { limit: 5, status: 'open' } }),
    growing(disputes, { query: { limit: 3, sort: 'dueAt' } }),
    growing(projects, { query: { limit: 3 } }),
    one(responseTimes, {}),
    one(needs, {}),
  ],
  'photographer-dashboard': () => [
    growing(sessions, { query: { limit: 5 } }),
    growing(disputes, { query: { limit: 5, status: 'open' } }),
    growing(disputes, { query: { limit: 3, sort: 'dueAt' } }),
    growing(sessions, { query: { limit: 3, status: 'rejected', sort: 'submittedAt' } }),
    one(projects, { query: { limit: 500 } }),
    growing(plannedVisits, { query: { limit: 5 } }),
    one(dashboardStats, {}),
    one(needs, {}),
  ],
  'client-dashboard': () => [
    growing(projects, { query: { sort: 'lastReleased' } }),
    one(newestVisit, {}),
    one(ownProjects, {}),
  ],
  projects: () => [growing(projects, {})],
  project: ({ id }) => [
    one(getProject, { params: { id } }),
    one(nextVisit, { params: { id } }),
    one(sites, { params: { id }, query: { limit: 500 } }),
    growing(sessions, { query: { projectId: id, sort: 'captureDate' } }),
  ],
  compare: ({ id }) => [
    one(getProject, { params: { id } }),
    one(sessions, { query: { projectId: id, sort: 'captureDate', limit: 500 } }),
  ],
  viewpoint: ({ id, viewpointId }) => [
    one(getViewpoint, { params: { id: viewpointId } }),
    one(viewpoints, { params: { id }, query: { limit: 500 } }),
  ],
  stage: ({ id }) => [one(getStage, { params: { id } })],
  sessions: () => [growing(sessions, { query: { sort: 'createdAt' } }), one(savedFilters, {})],
  session: ({ id }) => [
    one(getSession, { params: { id } }),
    growing(sessionDisputes, { params: { id } }),
    one(sessionRecords, { params: { id }, query: { limit: 500 } }),
  ],
  approvals: () => [growing(sessions, waitingSessions)],
  review: ({ id }) => [one(getSession, { params: { id } }), growing(sessions, waitingSessions)],
  figures: () => [one(reviewFigures, { query: { days: '30' } })],
  concerns: () => [growing(disputes, { query: { sort: 'createdAt' } })],
  users: () => [growing(users, {})],
  settings: () => [
    one(brand, {}),
    one(companySettings, {}),
    one(checklist, {}),
    one(rejectionReasons, {}),
    one(shareRules, {}),
    one(companyDefaults, {}),
    one(retention, {}),
    growing(webhooks, {}),
  ],
  history: () => [
    growing(sessionHistory, {}),
    growing(disputeHistory, {}),
    growing(demoRequests, {}),
    one(retention, {}),
  ],
};

function one<E extends Endpoint>(endpoint: E, input: Input<E>): InitialCall {
  return { endpoint, input, growing: false };
}

/** A list that the page reads with useInfiniteList. */
function growing<E extends Endpoint>(endpoint: E, input: Input<E>): InitialCall {
  return { endpoint, input, growing: true };
}

export function callsOfPage({ page, params }: PageMatch, role?: Role): InitialCall[] {
  const ids = { id: Number(params.id), viewpointId: Number(params.viewpointId) };
  const calls = initialCalls[page.name as PageName]?.(ids) ?? [];
  return role === 'client' && page.marksNews ? [...calls, one(news, {})] : calls;
}

/** What stands around every page asks for; the figures are for the badge beside Approvals. */
export function callsOfLayout(role: Role): InitialCall[] {
  const everybody = [one(current, {}), one(notifications, { query: { unread: 'true', limit: 1 } })];
  return role === 'admin' ? [...everybody, one(dashboardStats, {})] : everybody;
}
