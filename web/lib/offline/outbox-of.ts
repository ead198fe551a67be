// The outbox of the logged-in person: one per application, with its server, other tabs and screen.
import type { QueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { uploadOfLink } from '#contract/uploads/endpoints.ts';
import { call } from '#web/lib/api/http-client.ts';
import { redirectToLogin } from '#web/lib/api/login-redirect.ts';
import { showWritten } from '#web/lib/api/use-mutation.ts';
import { endDrafts } from '#web/lib/forms/drafts.ts';
import { toast } from '#web/lib/page/toast.ts';
import { offlineCalls } from './offline-calls.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createOutboxStore, type Unsent } from './outbox-store.ts';

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
    async send({ call: which, input, key, drafts, at }) {
      if (drafts) await endDrafts(person, drafts, at);
      await announceFiles(person, input.body);
      const controller = new AbortController();
      sending.add(controller);
      const options = { idempotencyKey: key, signal: controller.signal };
      return call(offlineCalls[which] as Endpoint, input as never, options).finally(() => sending.delete(controller));
    },
    exclusive: oneAtATime(name),
    onSent(item, reply) {
      void showWritten(client, writeOf(item, reply));
      toast({ title: 'Sent', description: item.words });
    },
    onEnded: redirectToLogin,
    onChange: () => tabs?.postMessage(null),
    letGo() {
      abort();
      tabs?.postMessage(letGo);
    },
  });
  if (tabs) tabs.onmessage = ({ data }) => (data === letGo ? abort() : void outbox.refresh());
  void outbox.probe().then(outbox.refresh);
  outboxes.set(client, outbox);
  return outbox;
}

/** The server has to know what a session names before the session. */
async function announceFiles(person: number, body: Record<string, unknown> | undefined): Promise<void> {
  const isNamed = (value: unknown) => typeof value === 'string' && uploadOfLink(value) !== null;
  if (!Object.values(body ?? {}).some(isNamed)) return;
  const { announceNamed } = await import('./announce-kept.ts');
  await announceNamed(person, body);
}

const writeOf = ({ call: which, input }: Unsent, reply: unknown) => ({ route: offlineCalls[which], input, reply });

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
