// The schemas and routes of accounts, profiles and photos.
import * as z from 'zod/mini';
import {
  ById,
  email,
  Instant,
  longText,
  Ok,
  optionalText,
  paging,
  password,
  searchText,
  text,
  version,
} from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can, roles } from '#contract/policy.ts';

export const Role = z.enum(roles, 'Role is required');

/** An account as its owner and admins see it; the password never leaves the server. */
export const User = z.object({
  id: z.number(),
  username: z.string(),
  email: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  company: z.nullable(z.string()),
  role: Role,
  profilePhotoUrl: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** What an edit sends along, so that it overwrites nothing unseen. */
  version: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
  /** What the mail server said when it refused the e-mail for good; only in the list of accounts. */
  mailRefused: z.optional(z.nullable(z.string())),
  /** Until when somebody who was invited may choose their password; null of everybody who has. */
  invitedUntil: z.optional(z.nullable(Instant)),
});
export type User = z.infer<typeof User>;

/** What people of shared projects see of each other: the rest is left out (behaviour §1.4). */
export const PublicUser = z.partial(User, {
  username: true,
  email: true,
  company: true,
  bio: true,
  phone: true,
  version: true,
  createdAt: true,
  updatedAt: true,
});

/** A name beside a session, a concern or a site; of a closed account it ends in '(former)'. */
export const PersonRef = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
});
export type PersonRef = z.infer<typeof PersonRef>;

const username = z
  .string('Username must be at least 3 characters')
  .check(
    z.trim(),
    z.minLength(3, 'Username must be at least 3 characters'),
    z.maxLength(50, 'Username must be at most 50 characters'),
    z.regex(/^[^\s\p{Cc}]+$/u, 'Username may not hold spaces'),
  );

/** What every account has of its person. */
export const person = {
  firstName: text('First name is required', 255, 'First name'),
  lastName: text('Last name is required', 255, 'Last name'),
  email,
  company: optionalText(255, 'Company'),
};

export const NewUser = z.object({ username, password, ...person, role: Role });

/** An empty or missing password keeps the present one. */
export const UserEdit = z.extend(NewUser, {
  password: z.optional(z.union([z.literal(''), password], 'Password must be at least 6 characters')),
  version,
});

export const Profile = z.object({
  ...person,
  phone: optionalText(20, 'Phone'),
  bio: optionalText(longText, 'Bio'),
  /** Needed only by whoever changes their own e-mail. */
  currentPassword: z.optional(
    z.string('Password is not valid').check(z.maxLength(255, 'Password must be at most 255 characters')),
  ),
  /** May only be null (takes the photo away) or the present address (behaviour §8.5). */
  profilePhotoUrl: z.optional(
    z.nullable(z.string('The photo must be an address').check(z.maxLength(1000, 'The photo’s address is too long'))),
  ),
  version,
});

/** A `data:image/…;base64,` string of a picture of at most 5 MB; a bigger one is 413, not a wrong field. */
export const Photo = z.object({ profilePhotoUrl: z.string('Please select an image file') });

export const UserStats = z.object({ assignedJobs: z.number(), completedJobs: z.number() });

/** Address of a stored photo; it names the picture's content, so it never changes. */
export const PhotoVersion = z.extend(ById, {
  version: z.string().check(z.regex(/^[0-9a-f]{16}$/, 'That photo does not exist')),
});

export const UserQuery = z.object({
  ...paging,
  q: z.optional(searchText),
  role: z.optional(Role),
  /** Clients and photographers who are not members of this project yet. */
  addableTo: z.optional(ById.shape.id),
});

export const RoleChange = z.object({ role: Role, version });

export const PhotoUrl = z.object({ profilePhotoUrl: z.string() });

export const userRoutes = {
  users: {
    query: UserQuery,
    reply: User,
    access: can.manageUsers,
    summary: 'Open accounts, by last name; `q` matches first name, last name, email or username.',
  },
  createUser: {
    body: NewUser,
    reply: User,
    access: can.manageUsers,
    summary: 'Makes an account.',
  },
  getUser: {
    params: ById,
    reply: PublicUser,
    access: can.authenticated,
    summary: 'One person, as much of them as the asker may see.',
  },
  editUser: {
    params: ById,
    body: UserEdit,
    reply: User,
    access: can.manageUsers,
    summary: 'Changes an account.',
  },
  removeUser: {
    params: ById,
    reply: Ok,
    access: can.manageUsers,
    summary: 'Deletes an account, or closes one that has history.',
  },
  changeRole: {
    params: ById,
    body: RoleChange,
    reply: User,
    access: can.manageUsers,
    summary: 'Changes a role and ends that person’s logins.',
  },
  userStats: {
    params: ById,
    reply: UserStats,
    access: can.authenticated,
    summary: 'Sites assigned and sessions approved or completed of a photographer.',
  },
  editProfile: {
    params: ById,
    body: Profile,
    reply: User,
    access: can.editProfiles,
    summary: 'Changes a profile: one’s own, or anybody’s for an admin.',
  },
  changePhoto: {
    params: ById,
    body: Photo,
    reply: PhotoUrl,
    access: can.editProfiles,
    summary: 'Keeps a profile photo: decoded, turned upright, stripped and re-encoded.',
    bodyLimit: 8 * 1024 * 1024,
    counts: 'upload',
  },
  userPhoto: {
    params: PhotoVersion,
    reply: 'image/webp',
    access: can.authenticated,
    summary: 'A profile photo, to those who may see the person.',
  },
} satisfies RouteDefinitions;
