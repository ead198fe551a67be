// The schemas of accounts, profiles and photos.
import * as z from 'zod/mini';
import { roles } from '#contract/policy.ts';
import { ById, email, Instant, longText, optionalText, paging, password, searchText, text, version } from './fields.ts';

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
