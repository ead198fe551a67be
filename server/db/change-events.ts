// What a write announces to every process: collected while it runs, cut into the payloads of pg_notify.
import type { Topic } from '#contract/core/endpoint.ts';
import { type ChangeScope, maxChangedIds } from '#contract/notifications/websocket-messages.ts';

export const changeChannel = 'topout';

/** Logins that are over: one by its hash, or all of a person's but one; the browser of the one that was `renewed` goes on with that. */
export type LoginRevoked = { sid: string } | { user: number; except?: string; renewed?: string };

/** What every process is sent after a commit: ids only, the payload of pg_notify holds less than 8000 bytes. */
export type ChangeEvent = ChangeScope & {
  topics: Topic[];
  admins: boolean;
  users: number[];
  notes: [notificationId: number, userId: number][];
  ended: LoginRevoked[];
};

export type PendingEvents = {
  /**
   * Open pages of these people refetch the topics of this write, as far as its scope reaches. Called again for people who may know
   * less: whoever may know of the rows comes first, and nobody belongs to two calls with different scopes.
   */
  invalidateFor(audience: ChangeScope & { admins?: boolean; users?: number[] }): void;
  /** This notification goes to the sockets of its reader. */
  notify(notificationId: number, userId: number): void;
  revokeLogin(what: LoginRevoked): void;
  /** What this write changed beside the topics of its call. */
  touch(topic: Topic): void;
};

/** Anybody who may connect to the database may notify on the channel; null for what is none of ours. */
export function parseChangeEvent(payload: string): ChangeEvent | null {
  try {
    const event: unknown = JSON.parse(payload);
    return Array.isArray(Object(event).topics) ? (event as ChangeEvent) : null;
  } catch {
    return null;
  }
}

/** How many of each kind fit in one payload: the longest are logins of some 80 bytes. */
const maxPerEvent = 60;

type Audience = { scope: ChangeScope; admins: boolean; users: Set<number> };

const few = (ids: number[] | undefined) => (ids && ids.length <= maxChangedIds ? ids : undefined);

/** What would be too long to name is left out: then it may be anything. */
function shorten({ projects, ids = {} }: ChangeScope): ChangeScope {
  const named = Object.entries(ids).filter(([, list]) => few(list));
  return {
    ...(few(projects) ? { projects: [...new Set(projects)] } : {}),
    ...(named.length > 0 ? { ids: Object.fromEntries(named) } : {}),
  };
}

function pagesOf<T>(list: readonly T[]): T[][] {
  const count = Math.ceil(list.length / maxPerEvent);
  return Array.from({ length: count }, (_, page) => list.slice(page * maxPerEvent, (page + 1) * maxPerEvent));
}

/** Collects what one write announces; `toEvents` is what has to be sent. */
export function createPendingEvents(): PendingEvents & {
  /** The call's topics and those that were touched beside them. */
  withTouched(topics: readonly Topic[]): Topic[];
  toEvents(topics: readonly Topic[], actorId?: number): ChangeEvent[];
} {
  const audiences: Audience[] = [];
  const notes: ChangeEvent['notes'] = [];
  const ended: LoginRevoked[] = [];
  const touched = new Set<Topic>();

  /** Whoever wrote may know what they wrote. */
  function join(actorId: number): void {
    if (audiences.some(({ users }) => users.has(actorId))) return;
    if (audiences.length === 0) audiences.push({ scope: {}, admins: false, users: new Set() });
    audiences[0]?.users.add(actorId);
  }

  return {
    invalidateFor: ({ admins = false, users = [], ...scope }) =>
      void audiences.push({ scope: shorten(scope), admins, users: new Set(users) }),
    notify: (notificationId, userId) => void notes.push([notificationId, userId]),
    revokeLogin: (what) => void ended.push(what),
    touch: (topic) => void touched.add(topic),
    withTouched: (topics) => [...new Set([...topics, ...touched])],
    toEvents(topics, actorId) {
      if (actorId !== undefined) join(actorId);
      const parts = audiences.flatMap(({ scope, admins, users }) => {
        const [first = [], ...others] = pagesOf([...users]);
        return [
          { ...scope, admins, users: first },
          ...others.map((page) => ({ ...scope, admins: false, users: page })),
        ];
      });
      const [notePages, endedPages] = [pagesOf(notes), pagesOf(ended)];
      // Commits that notify are serialised: a write that announces nothing, such as a login, does not.
      const hasTopics = topics.length > 0 ? 1 : 0;
      const count = Math.max(hasTopics, hasTopics && parts.length, notePages.length, endedPages.length);
      return Array.from({ length: count }, (_, at) => ({
        topics: [...topics],
        ...(parts[at] ?? { admins: false, users: [] }),
        notes: notePages[at] ?? [],
        ended: endedPages[at] ?? [],
      }));
    },
  };
}
