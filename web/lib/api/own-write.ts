// What a mutation's reply says already: it is shown at once, and what is fetched afterwards is no more than it concerns.
import type { QueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { ChangeScope } from '#contract/notifications/websocket-messages.ts';
import { getSession, type Session, sessions } from '#contract/sessions/endpoints.ts';
import { queueChange } from './live-changes.ts';
import { keepSession } from './offline-cache.ts';
import { queryOptionsFor } from './queries.ts';
import { showRow } from './session-lists.ts';

export type Write = { route: Endpoint; input: { params?: { id?: number | string } }; reply: unknown };

function showSession(client: QueryClient, id: number, session: Session | null): ChangeScope {
  showRow(client, id, session);
  // A device that keeps nothing has nothing to correct.
  void keepSession(id, session).catch(() => undefined);
  const { queryKey } = queryOptionsFor(getSession, { params: { id } });
  if (session) client.setQueryData<Session>(queryKey, (known) => known && session);
  return { ids: { sessions: [id] } };
}

/** Of a session the whole row came back, of anything else too little or too small a list to be worth it. */
export function showOwnWrite(client: QueryClient, { route, input, reply }: Write): ChangeScope {
  const { id, sessionId, disputeId } = reply as { id?: number; sessionId?: number; disputeId?: number };
  if (route.path.startsWith(sessions.path)) {
    if (route.method === 'DELETE') return showSession(client, Number(input.params?.id), null);
    return id === undefined ? {} : showSession(client, id, reply as Session);
  }
  if (!route.path.startsWith('/api/disputes')) return {};
  if (disputeId !== undefined) return { ids: { disputes: [disputeId], sessions: [] } };
  return id === undefined || sessionId === undefined ? {} : { ids: { disputes: [id], sessions: [sessionId] } };
}

/** What was written shows at once; whatever else it concerns is fetched again. */
export function applyOwnWrite(client: QueryClient, write: Write): void {
  const scope = showOwnWrite(client, write);
  queueChange(client, { topics: write.route.topics, ...scope });
}
