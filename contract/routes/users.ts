// The routes of accounts, profiles and photos.
import { can } from '#contract/policy.ts';
import { route } from '#contract/route.ts';
import { ById, Ok } from '#contract/schemas/fields.ts';
import {
  NewUser,
  Photo,
  PhotoUrl,
  PhotoVersion,
  Profile,
  PublicUser,
  RoleChange,
  User,
  UserEdit,
  UserQuery,
  UserStats,
} from '#contract/schemas/users.ts';
import * as endpoints from '#contract/users.ts';

export const users = {
  list: route(endpoints.users, {
    query: UserQuery,
    reply: User,
    access: can.manageUsers,
    summary: 'Open accounts, by last name; `q` matches first name, last name, email or username.',
  }),
  create: route(endpoints.createUser, {
    body: NewUser,
    reply: User,
    access: can.manageUsers,
    summary: 'Makes an account.',
  }),
  get: route(endpoints.getUser, {
    params: ById,
    reply: PublicUser,
    access: can.authenticated,
    summary: 'One person, as much of them as the asker may see.',
  }),
  edit: route(endpoints.editUser, {
    params: ById,
    body: UserEdit,
    reply: User,
    access: can.manageUsers,
    row: 'user',
    summary: 'Changes an account.',
  }),
  remove: route(endpoints.removeUser, {
    params: ById,
    reply: Ok,
    access: can.manageUsers,
    row: 'user',
    summary: 'Deletes an account, or closes one that has history.',
  }),
  changeRole: route(endpoints.changeRole, {
    params: ById,
    body: RoleChange,
    reply: User,
    access: can.manageUsers,
    row: 'user',
    summary: 'Changes a role and ends that person’s logins.',
  }),
  stats: route(endpoints.userStats, {
    params: ById,
    reply: UserStats,
    access: can.authenticated,
    summary: 'Sites assigned and sessions approved or completed of a photographer.',
  }),
  editProfile: route(endpoints.editProfile, {
    params: ById,
    body: Profile,
    reply: User,
    access: can.editProfiles,
    row: 'user',
    summary: 'Changes a profile: one’s own, or anybody’s for an admin.',
  }),
  changePhoto: route(endpoints.changePhoto, {
    params: ById,
    body: Photo,
    reply: PhotoUrl,
    access: can.editProfiles,
    row: 'user',
    summary: 'Keeps a profile photo: decoded, turned upright, stripped and re-encoded.',
    bodyLimit: 8 * 1024 * 1024,
  }),
  photo: route(endpoints.userPhoto, {
    params: PhotoVersion,
    reply: 'image/webp',
    access: can.authenticated,
    summary: 'A profile photo, to those who may see the person.',
  }),
};
