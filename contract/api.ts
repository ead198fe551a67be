// The whole table of calls. Only the server imports it: a page names single endpoints, so that it brings no schema along.
import { auth } from '#contract/routes/auth.ts';
import { dashboard } from '#contract/routes/dashboard.ts';
import { demoRequests } from '#contract/routes/demo-requests.ts';
import { disputes } from '#contract/routes/disputes.ts';
import { history } from '#contract/routes/history.ts';
import { media } from '#contract/routes/media.ts';
import { notifications } from '#contract/routes/notifications.ts';
import { members, projects } from '#contract/routes/projects.ts';
import { sessions } from '#contract/routes/sessions.ts';
import { users } from '#contract/routes/users.ts';

export const api = {
  auth,
  users,
  projects,
  members,
  sessions,
  media,
  disputes,
  notifications,
  dashboard,
  history,
  demoRequests,
};
