// The schemas and routes of a project's members, and of its summary that somebody passes on.
import * as z from 'zod/mini';
import { Role } from '#contract/accounts/users-routes.ts';
import { ById, Instant, id, Ok, Paging, version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { MemberRole } from './routes.ts';

export const Member = z.object({
  userId: z.number(),
  role: MemberRole,
  version: z.number(),
  createdAt: Instant,
  person: z.object({
    id: z.number(),
    firstName: z.string(),
    lastName: z.string(),
    /** For those who see the whole account, so that equal names can be distinguished. */
    username: z.optional(z.string()),
    role: Role,
    profilePhotoUrl: z.nullable(z.string()),
  }),
});
export type Member = z.infer<typeof Member>;

export const MemberPath = z.extend(ById, { userId: ById.shape.id });

export const NewMember = z.object({ userId: id('Person is required'), role: z._default(MemberRole, 'viewer') });

export const MemberEdit = z.object({ role: MemberRole, version });

export const memberRoutes = {
  members: {
    params: ById,
    query: Paging,
    reply: Member,
    access: can.authenticated,
    summary: 'The members of a project.',
  },
  addMember: {
    params: ById,
    body: NewMember,
    reply: Member,
    access: can.manageTeams,
    summary: 'Adds a member.',
  },
  changeMember: {
    params: MemberPath,
    body: MemberEdit,
    reply: Member,
    access: can.manageTeams,
    summary: 'Changes a member’s role.',
  },
  removeMember: {
    params: MemberPath,
    reply: Ok,
    access: can.manageTeams,
    summary: 'Takes a member out of the project.',
  },
} satisfies RouteDefinitions;

export const ProjectSummary = z.object({
  /** Several lines; *bold* as messengers write it. */
  text: z.string(),
});

export const digestRoutes = {
  projectSummary: {
    params: ById,
    reply: ProjectSummary,
    access: can.authenticated,
    summary:
      'What was released in a project in the last seven days and how many concerns are open, as text to pass on.',
  },
} satisfies RouteDefinitions;
