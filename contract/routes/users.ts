// The routes of accounts, profiles and photos.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { ById, Ok } from '#contract/schemas/fields.ts';
import * as schemas from '#contract/schemas/users.ts';

export const userRoutes = {
  users: {
    query: schemas.UserQuery,
    reply: schemas.User,
    access: can.manageUsers,
    summary: 'Open accounts, by last name; `q` matches first name, last name, email or username.',
  },
  createUser: {
    body: schemas.NewUser,
    reply: schemas.User,
    access: can.manageUsers,
    summary: 'Makes an account.',
  },
  getUser: {
    params: ById,
    reply: schemas.PublicUser,
    access: can.authenticated,
    summary: 'One person, as much of them as the asker may see.',
  },
  editUser: {
    params: ById,
    body: schemas.UserEdit,
    reply: schemas.User,
    access: can.manageUsers,
    row: 'user',
    summary: 'Changes an account.',
  },
  removeUser: {
    params: ById,
    reply: Ok,
    access: can.manageUsers,
    row: 'user',
    summary: 'Deletes an account, or closes one that has history.',
  },
  changeRole: {
    params: ById,
    body: schemas.RoleChange,
    reply: schemas.User,
    access: can.manageUsers,
    row: 'user',
    summary: 'Changes a role and ends that person’s logins.',
  },
  userStats: {
    params: ById,
    reply: schemas.UserStats,
    access: can.authenticated,
    summary: 'Sites assigned and sessions approved or completed of a photographer.',
  },
  editProfile: {
    params: ById,
    body: schemas.Profile,
    reply: schemas.User,
    access: can.editProfiles,
    row: 'user',
    summary: 'Changes a profile: one’s own, or anybody’s for an admin.',
  },
  changePhoto: {
    params: ById,
    body: schemas.Photo,
    reply: schemas.PhotoUrl,
    access: can.editProfiles,
    row: 'user',
    summary: 'Keeps a profile photo: decoded, turned upright, stripped and re-encoded.',
    bodyLimit: 8 * 1024 * 1024,
    counts: 'upload',
  },
  userPhoto: {
    params: schemas.PhotoVersion,
    reply: 'image/webp',
    access: can.authenticated,
    summary: 'A profile photo, to those who may see the person.',
  },
} satisfies RouteDefinitions;
