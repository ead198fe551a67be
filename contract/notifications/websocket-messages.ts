// The messages of the live channel: the socket at /ws, or an event stream where no socket gets through (behaviour §5.4).

import type { Topic } from '#contract/core/endpoint.ts';
import type { CacheVersions } from '#contract/core/preloaded-state.ts';
import type { Notification } from './endpoints.ts';

/** The only message a browser sends, within 10 s of opening; another person's id closes the socket with 4403. */
export type AuthMessage = { type: 'auth'; userId: number };

/** At most this many ids of a kind are named: a larger change may concern anything. */
export const maxChangedIds = 20;

/**
 * Where a change happened. `projects`: only what belongs to these has changed. `ids`: of these nouns only these rows have changed, came
 * or went, and none at all where the list is empty; rows of other nouns may show it too (the count on a project's card). What is left
 * out may be anything. It names only what its reader may know of.
 */
export type ChangeScope = {
  projects?: number[];
  ids?: { sessions?: number[]; disputes?: number[]; users?: number[] };
};

/**
 * `ready` answers a valid auth message: from then on nothing is missed; `versions` show what changed since the page was made or the last
 * `ready`.
 * `alive` comes with every ping, which browsers hide from pages: without it the connection is dead.
 * A notification is sent whole, so that nobody needs to refetch; `changed` names what to refetch if it is on screen.
 */
export type ServerMessage =
  | { type: 'ready'; versions: CacheVersions }
  | { type: 'alive' }
  | { type: 'notification'; data: Notification }
  | ({ type: 'changed'; topics: Topic[] } & ChangeScope);

/**
 * `ended`: no such login (any more), or no good auth message in time. `tooSlow`: more was waiting than we keep, so reconnect and refetch.
 * `renewed`: this browser got a new login in place of the old, so reconnect with that. `tooMany`: this person opened another socket, and
 * this one was their oldest of as many as one person may have.
 */
export const closeCodes = { ended: 4401, notYou: 4403, tooSlow: 4408, renewed: 4409, tooMany: 4429 } as const;

/** The event stream: the same messages, and at its end an event `close` with the code. The request has the auth message's `userId`. */
export const liveStreamPath = '/api/live';
