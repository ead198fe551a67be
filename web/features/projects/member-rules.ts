// Which member roles somebody may give, and whom they may add (behaviour §1.7).
import { type Actor, can, type MemberRole, memberRoles, type ProjectRelation } from '#contract/policy.ts';

export const memberRoleLabels: Record<MemberRole, string> = {
  viewer: 'Viewer',
  contributor: 'Contributor',
  admin: 'Project admin',
  checker: 'Checker',
};

export const memberRoleDescriptions: Record<MemberRole, string> = {
  viewer: 'Views only',
  contributor: 'Takes part: submits sessions, raises concerns',
  admin: 'Takes part and manages viewers and contributors',
  checker: 'Reads what is released and confirms stages: a surveyor or engineer',
};

/** The roles that this person may give to somebody new; none where they manage no members. */
export function assignableRoles(actor: Actor, relation: ProjectRelation): MemberRole[] {
  return memberRoles.filter((role) => can.manageMembers(actor, relation, [role]));
}

/** The roles that this person may set for a member who has `present`; none where that member is not theirs to change. */
export function changeableRoles(actor: Actor, relation: ProjectRelation, present: MemberRole): MemberRole[] {
  return memberRoles.filter((role) => can.manageMembers(actor, relation, [present, role]));
}

type Known = { id: number; firstName: string; lastName: string };

/** Everybody once, without those who are members already, by name. */
export function toNewMember<P extends Known>(people: readonly P[], members: readonly { userId: number }[]): P[] {
  const taken = new Set(members.map(({ userId }) => userId));
  const found = new Map(people.filter(({ id }) => !taken.has(id)).map((person) => [person.id, person]));
  return [...found.values()].sort(
    (a, b) => a.lastName.localeCompare(b.lastName) || a.firstName.localeCompare(b.firstName),
  );
}
