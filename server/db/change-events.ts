// What a write announces to every process: collected while it runs, cut into the payloads of pg_notify.
import { randomUUID } from 'node:crypto';
import type { Topic } from '#contract/endpoint.ts';

export const changeChannel = 'topout';

/** Logins that are over: one by its hash, or all of a person's but one; the browser of the one that was `renewed` goes on with that. */
export type LoginRevoked = { sid: string } | { user: number; except?: string; renewed?: string };

/** What every process is sent after a commit: ids only, the payload of pg_notify holds less than 8000 bytes. */
export type ChangeEvent = {
  /** The process that wrote; it has already dropped its cached responses. */
  from: string;
  topics: Topic[];
  admins: boolean;
  users: number[];
  notes: [notificationId: number, userId: number][];
  ended: LoginRevoked[];
};

export type PendingEvents = {
  /** Open pages of these people refetch the topics of this write. */
  invalidateFor(who: { admins?: boolean; users?: number[] }): void;
  /** This notification goes to the sockets of its reader. */
  notify(notificationId: number, userId: number): void;
  revokeLogin(what: LoginRevoked): void;
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

let processId: string = randomUUID();

/** True for an event of this very process, which dropped its cached responses when it committed. */
export function isFromThisProcess(event: Pick<ChangeEvent, 'from'>): boolean {
  return event.from === processId;
}

/** When the outcome of a write is unknown: should its event still come, it is treated like anybody else's. */
export function disownSentEvents(): void {
  processId = randomUUID();
}

/** How many of each kind one payload takes: the longest are logins of some 80 bytes. */
const maxPerEvent = 60;

/** Collects what one write announces; `toEvents` is what has to be sent. */
export function createPendingEvents(): PendingEvents & { toEvents(topics: readonly Topic[]): ChangeEvent[] } {
  let admins = false;
  const users = new Set<number>();
  const notes: ChangeEvent['notes'] = [];
  const ended: LoginRevoked[] = [];
  return {
    invalidateFor(who) {
      admins ||= who.admins ?? false;
      for (const user of who.users ?? []) users.add(user);
    },
    notify: (notificationId, userId) => void notes.push([notificationId, userId]),
    revokeLogin: (what) => void ended.push(what),
    toEvents(topics) {
      // Commits that notify are serialised: a write that announces nothing, such as a login, does not.
      const pages = Math.max(
        topics.length > 0 ? 1 : 0,
        ...[users.size, notes.length, ended.length].map((size) => Math.ceil(size / maxPerEvent)),
      );
      return Array.from({ length: pages }, (_, page) => {
        const cut = <T>(list: T[]) => list.slice(page * maxPerEvent, (page + 1) * maxPerEvent);
        return {
          from: processId,
          topics: [...topics],
          admins: admins && page === 0,
          users: cut([...users]),
          notes: cut(notes),
          ended: cut(ended),
        };
      });
    },
  };
}
