// The outbox of the logged-in person: one per application, with its server, other tabs and screen.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { uploadOfLink } from '#contract/uploads/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { call } from '#web/lib/api/http-client.ts';
import { beforeLogout, redirectToLogin } from '#web/lib/api/login-redirect.ts';
import { showWritten } from '#web/lib/api/use-mutation.ts';
import { decisionsOf, readLocalStorage, writeLocalStorage } from '#web/lib/device/local-storage.ts';
import { endDrafts } from '#web/lib/forms/drafts.ts';
import { toast } from '#web/lib/page/toast.ts';
import { formerDecisions } from './decisions.ts';
import { offlineCalls } from './offline-calls.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createOutboxStore, type Unsent } from './outbox-store.ts';
import { sessionOf } from './same-session.ts';

/** Between tabs: stops waiting for what one of them is sending. */
const letGo = 'let go';

const outboxes = new WeakMap<QueryClient, Outbox>();

export function outboxOf(client: QueryClient, person: number): Outbox {
  const known = outboxes.get(client);
  if (known) return known;
  const name = `topout-outbox-${person}`;
  const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  const sending = new Set<AbortController>();
  const abort = () => {
    for (const controller of sending) controller.abort();
  };
  const outbox = createOutbox({
    store: createOutboxStore(person),
    async send({ call: which, input, key, drafts, at, notBefore }) {
      const options = { idempotencyKey: key };
      const route = offlineCalls[which] as Endpoint;
      // Also where the page is left meanwhile; nobody lets go of it.
      if (notBefore !== undefined) return call(route, input as never, { ...options, keepalive: isSmall(input) });
      if (drafts) await endDrafts(person, drafts, at);
      await announceFiles(person, input.body);
      const controller = new AbortController();
      sending.add(controller);
      const { signal } = controller;
      return call(route, input as never, { ...options, signal }).finally(() => sending.delete(controller));
    },
    exclusive: oneAtATime(name),
    async onSent({ call: which, input, words, notBefore }, reply) {
      const shown = showWritten(client, { route: offlineCalls[which], input, reply });
      // What was decided with one click is described by its button.
      if (notBefore === undefined) toast({ title: 'Sent', description: words });
      await shown;
    },
    onEnded: redirectToLogin,
    onChange: () => tabs?.postMessage(null),
    letGo() {
      abort();
      tabs?.postMessage(letGo);
    },
  });
  if (tabs) tabs.onmessage = ({ data }) => (data === letGo ? abort() : void outbox.refresh());
  const { decisions } = outbox;
  void outbox.probe().then(adoptFormer).then(outbox.refresh);
  beforeLogout.send = decisions.release;
  addEventListener('pagehide', () => void decisions.release());
  outboxes.set(client, outbox);
  return outbox;

  async function adoptFormer(): Promise<void> {
    const former = formerDecisions(readLocalStorage(decisionsOf(person)), Date.now());
    if (former.length > 0 && (await decisions.adopt(former))) writeLocalStorage(decisionsOf(person), null);
  }
}

/** The server has to know what a session names before the session. */
async function announceFiles(person: number, body: Record<string, unknown> | undefined): Promise<void> {
  const isNamed = (value: unknown) => typeof value === 'string' && uploadOfLink(value) !== null;
  if (!Object.values(body ?? {}).some(isNamed)) return;
  const { announceNamed } = await import('./announce-kept.ts');
  await announceNamed(person, body);
}

/** Browsers send at most 64 KiB of a page that is left. */
const isSmall = (input: object) => JSON.stringify(input).length < 60_000;

/** On plain http there is no lock between tabs: the server's keys then suffice. */
function oneAtATime(name: string) {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const locks = (navigator as Partial<Navigator>).locks;
    if (locks) return locks.request(name, work) as Promise<T>;
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

// The outbox of the logged-in person, for components that show its content.
export function useOutbox() {
  const client = useQueryClient();
  const { person } = useCurrentUser();
  const outbox = outboxOf(client, person.id);
  const items = useSyncExternalStore(outbox.subscribe, outbox.items);
  const canKeep = useSyncExternalStore(outbox.subscribe, outbox.canKeep);
  return { outbox, items, canKeep };
}

// An author's unsent changes of a session, for the forms that continue from there.

/** Undefined if nothing waits; a refused change is edited where its reason is shown. */
export function useWaitingEdit(sessionId: number): Unsent | undefined {
  const { items } = useOutbox();
  return items.findLast((item) => item.call === 'editSession' && !item.refusal && sessionOf(item) === sessionId);
}
