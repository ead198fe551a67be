// Who may do what, as sentences (behaviour §1.3). The server throws by them, the browser hides by them.
export const roles = ['admin', 'photographer', 'client'] as const;
export type Role = (typeof roles)[number];

/** A checker, a surveyor or engineer with an account of a client, reads what is released and confirms stages; nothing else. */
export const memberRoles = ['viewer', 'contributor', 'admin', 'checker'] as const;
export type MemberRole = (typeof memberRoles)[number];
/** The members who do more than look on, or check. */
export const activeMemberRoles = ['contributor', 'admin'] as const satisfies readonly MemberRole[];

/** A person who is logged in. */
export type Person = { kind: 'person'; id: number; role: Role };
/** What can be shared with somebody who has no login. */
export const shareScopes = ['project', 'session', 'viewpoint', 'comparison', 'report'] as const;
export type ShareScope = (typeof shareScopes)[number];
/**
 * The subject of a share link: everything released in one project, one session, one viewpoint, two sessions, or a report of a session or
 * period.
 */
export type Grant = {
  link: number;
  scope: ShareScope;
  projectId: number;
  sessionIds: readonly number[];
  viewpointId: number | null;
};
export type Guest = { kind: 'guest'; grant: Grant };
/** Who asks: a person, somebody who opened a share link, or the product's own jobs. */
export type Actor = Person | Guest | { kind: 'system' };

/** How the actor stands to one project: its client, a member, photographer of a site, holder of a session. */
export type ProjectRelation = { client: boolean; member: MemberRole | null; site: boolean; session: boolean };
export const noRelation: ProjectRelation = { client: false, member: null, site: false, session: false };

/** What of a session decides about rights; `released`: it has a record that clients may read. */
export type SessionFacts = { photographerId: number; released: boolean; relation: ProjectRelation };
export type DisputeFacts = { clientId: number; session: SessionFacts };

/** `sharer`: who shared it, with an account that is open; null of the live sample, which the operator names. */
export type LinkFacts = {
  ended: boolean;
  expired: boolean;
  /** What it is of was removed, or is no longer released. */
  gone: boolean;
  sharer: { actor: Person; closed: boolean; relation: ProjectRelation } | null;
};

/** The four marks of a stage, in their order. */
export type StageMark = 'claimed' | 'seen' | 'confirmed' | 'acknowledged';

export type DisputeStatus = 'open' | 'in_progress' | 'resolved' | 'closed';

function is(actor: Actor, ...wanted: Role[]): boolean {
  return actor.kind === 'person' && wanted.includes(actor.role);
}

function isSelf(actor: Actor, id: number): boolean {
  return actor.kind === 'person' && actor.id === id;
}

function owns(actor: Actor, session: SessionFacts): boolean {
  return is(actor, 'photographer') && isSelf(actor, session.photographerId);
}

function isActiveMember({ member }: ProjectRelation): boolean {
  return activeMemberRoles.some((role) => role === member);
}

/** More than looking on: the stronger of several rights holds, so only pure viewers and checkers are left out. */
function isParticipant(relation: ProjectRelation): boolean {
  return relation.client || relation.site || relation.session || isActiveMember(relation);
}

/**
 * A sentence about the actor alone (plural: `editSessions`) is what the table of routes names: it says which roles may make a call at all.
 * Where it also depends on the row, a second sentence (singular: `editSession`) is asked by the feature that has loaded the row.
 */
export const can = {
  authenticated: (actor: Actor) => actor.kind === 'person',

  seeProject(actor: Actor, relation: ProjectRelation): boolean {
    if (is(actor, 'admin')) return true;
    if (is(actor, 'photographer')) return relation.site || relation.session || relation.member !== null;
    return is(actor, 'client') && (relation.client || relation.member !== null);
  },
  manageProjects: (actor: Actor) => is(actor, 'admin'),

  seeSession(actor: Actor, session: SessionFacts): boolean {
    if (is(actor, 'admin')) return true;
    if (is(actor, 'photographer')) return owns(actor, session);
    return is(actor, 'client') && session.released && can.seeProject(actor, session.relation);
  },
  /** Clients read the released record, everybody else the present content. */
  seePresentContent: (actor: Actor) => is(actor, 'admin', 'photographer'),
  /** Reads the names of the operator's settings in an error. */
  seeSettings: (actor: Actor) => is(actor, 'admin'),
  submitSessions: (actor: Actor) => is(actor, 'admin', 'photographer'),
  submitTo(actor: Actor, relation: ProjectRelation): boolean {
    if (is(actor, 'admin')) return true;
    return (
      is(actor, 'photographer') && can.seeProject(actor, relation) && isParticipant({ ...relation, client: false })
    );
  },
  namePhotographer: (actor: Actor) => is(actor, 'admin'),
  editSessions: (actor: Actor) => is(actor, 'admin', 'photographer'),
  editSession: (actor: Actor, session: SessionFacts) => is(actor, 'admin') || owns(actor, session),
  removeSessions: (actor: Actor) => is(actor, 'admin', 'photographer'),
  removeSession: (actor: Actor, session: SessionFacts) => is(actor, 'admin') || owns(actor, session),
  reviewSessions: (actor: Actor) => is(actor, 'admin'),
  /** Of sessions that one sees; clients read what was decided. */
  readChecks: (actor: Actor) => is(actor, 'admin', 'photographer'),
  /** Hides single files of a released session from clients at once. */
  takeBackPictures: (actor: Actor) => is(actor, 'admin'),
  resubmitSessions: (actor: Actor) => is(actor, 'admin', 'photographer'),
  /** Whoever the session belongs to, also an admin: of their own rejected one nobody else could. */
  resubmitSession: (actor: Actor, session: SessionFacts) =>
    is(actor, 'photographer', 'admin') && isSelf(actor, session.photographerId),
  /** GPS stays only in originals that an admin or the photographer downloads (behaviour §3.4). */
  takeOriginals: (actor: Actor, session: SessionFacts) => is(actor, 'admin') || owns(actor, session),

  manageViewpoints: (actor: Actor) => is(actor, 'admin', 'photographer'),
  /** `works`: the asker is the site's photographer, or has a session there. */
  manageViewpoint: (actor: Actor, { works }: { works: boolean }) =>
    is(actor, 'admin') || (is(actor, 'photographer') && works),
  alignPictures: (actor: Actor) => is(actor, 'admin', 'photographer'),
  /** Saved for everybody; clients can only view. */
  alignPicturesOf: (actor: Actor, sessions: readonly SessionFacts[]) =>
    is(actor, 'admin') || sessions.some((session) => owns(actor, session)),

  raiseConcerns: (actor: Actor) => is(actor, 'client'),
  raiseConcern(actor: Actor, session: SessionFacts): boolean {
    const { relation } = session;
    return can.seeSession(actor, session) && is(actor, 'client') && (relation.client || isActiveMember(relation));
  },
  readDispute(actor: Actor, dispute: DisputeFacts): boolean {
    if (is(actor, 'admin')) return true;
    if (is(actor, 'photographer')) return owns(actor, dispute.session);
    return is(actor, 'client') && (isSelf(actor, dispute.clientId) || can.seeSession(actor, dispute.session));
  },
  commentDisputes: (actor: Actor) => is(actor, ...roles),
  commentDispute(actor: Actor, dispute: DisputeFacts): boolean {
    if (is(actor, 'admin')) return true;
    if (is(actor, 'photographer')) return owns(actor, dispute.session);
    return is(actor, 'client') && (isSelf(actor, dispute.clientId) || dispute.session.relation.member === 'admin');
  },
  /** `open`: what is being worked on, or settled, stays where it is. */
  moveDispute: (actor: Actor, dispute: Pick<DisputeFacts, 'clientId'>, { open }: { open: boolean }) =>
    open && can.raiseConcerns(actor) && isSelf(actor, dispute.clientId),
  resolveDisputes: (actor: Actor) => is(actor, 'admin', 'photographer'),
  setDisputeStatuses: (actor: Actor) => is(actor, ...roles),
  setDisputeStatus(actor: Actor, dispute: DisputeFacts, to: DisputeStatus): boolean {
    if (is(actor, 'admin')) return true;
    if (is(actor, 'photographer')) return owns(actor, dispute.session) && (to === 'resolved' || to === 'in_progress');
    return is(actor, 'client') && isSelf(actor, dispute.clientId) && (to === 'open' || to === 'closed');
  },

  /** Plans visits, changes and skips them. */
  manageVisits: (actor: Actor) => is(actor, 'admin'),

  manageStages: (actor: Actor) => is(actor, 'admin'),
  markStages: (actor: Actor) => is(actor, ...roles),
  /** `giver`: as what the mark is given; null where the actor may give none of this kind. */
  markStageAs(
    actor: Actor,
    kind: StageMark,
    relation: ProjectRelation,
  ): 'crew' | 'admin' | 'checker' | 'client' | null {
    if (kind === 'acknowledged')
      return is(actor, 'client') && (relation.client || isActiveMember(relation)) ? 'client' : null;
    if (is(actor, 'admin')) return 'admin';
    if (kind === 'claimed') return can.submitTo(actor, relation) ? 'crew' : null;
    // Who owns the works does not check them.
    const isChecker = is(actor, 'client') && relation.member === 'checker' && !relation.client;
    return kind === 'confirmed' && isChecker ? 'checker' : null;
  },
  /** Whoever gave it, and admins. */
  takeBackMark: (actor: Actor, mark: { byId: number | null }) =>
    is(actor, 'admin') || (mark.byId !== null && isSelf(actor, mark.byId)),
  /** Claimed and not confirmed for long. */
  readVariances: (actor: Actor) => is(actor, 'admin', 'client'),

  /** Viewers and checkers cannot share. */
  shareThings: (actor: Actor) => is(actor, 'admin', 'client'),
  shareFrom: (actor: Actor, relation: ProjectRelation) =>
    is(actor, 'admin') || (is(actor, 'client') && (relation.client || isActiveMember(relation))),
  /** Whoever may share from the project makes the pack that a lender reads. */
  makePacks: (actor: Actor) => can.shareThings(actor),
  makePack: (actor: Actor, relation: ProjectRelation) => can.shareFrom(actor, relation),
  /** Viewers and checkers too; it holds what the project's client reads, which may be more than a photographer sees. */
  readPacks: (actor: Actor) => is(actor, 'admin', 'client'),
  /** People who may share from a project may take all that was released of it, as one archive. */
  takeHandovers: (actor: Actor) => can.shareThings(actor),
  takeHandover: (actor: Actor, relation: ProjectRelation) => can.shareFrom(actor, relation),
  /** Others see and end their own links. */
  endAllLinks: (actor: Actor) => is(actor, 'admin'),
  /** A link shows something as long as whoever shared it could share it now. */
  openLink: ({ ended, expired, gone, sharer }: LinkFacts) =>
    !ended &&
    !expired &&
    !gone &&
    (sharer === null || (!sharer.closed && can.shareFrom(sharer.actor, sharer.relation))),
  /** Every other sentence refuses guests: they see what is released of what was shared, and do nothing. */
  seeShared(
    { scope, projectId, sessionIds }: Grant,
    session: { id: number; projectId: number; released: boolean },
  ): boolean {
    // Of a report its file, and nothing of what it was made of.
    const isShared = scope === 'project' || (scope !== 'report' && sessionIds.includes(session.id));
    return session.released && session.projectId === projectId && isShared;
  },

  manageUsers: (actor: Actor) => is(actor, 'admin'),
  seePerson(actor: Actor, person: { id: number; sharesProject: boolean }): boolean {
    return is(actor, 'admin') || isSelf(actor, person.id) || (actor.kind === 'person' && person.sharesProject);
  },
  /** Address, phone and the like; others see name, role and photo. */
  seeWholePerson: (actor: Actor, person: { id: number }) => is(actor, 'admin') || isSelf(actor, person.id),
  editProfiles: (actor: Actor) => is(actor, ...roles),
  editProfile: (actor: Actor, person: { id: number }) => is(actor, 'admin') || isSelf(actor, person.id),

  /** Clients and photographers manage the members of projects whose member admin they are. */
  manageTeams: (actor: Actor) => is(actor, ...roles),
  /** `roles`: every member role that the change takes from or gives to somebody. Whose works are checked does not choose who checks them. */
  manageMembers(actor: Actor, relation: ProjectRelation, roles: readonly MemberRole[]): boolean {
    if (is(actor, 'admin')) return true;
    const isReserved = roles.some((role) => role === 'admin' || role === 'checker');
    return can.seeProject(actor, relation) && relation.member === 'admin' && !isReserved;
  },

  /** Of whoever looks at what is released. */
  followNews: (actor: Actor) => is(actor, 'client'),
  readHistory: (actor: Actor) => is(actor, 'admin'),
  readAuditLog: (actor: Actor) => is(actor, 'admin'),
  readDemoRequests: (actor: Actor) => is(actor, 'admin'),
  /** Of the company, its webhooks among them. */
  manageSettings: (actor: Actor) => is(actor, 'admin'),
  bindMediaRoots: (actor: Actor) => is(actor, 'admin'),
};
