// Sending a demo request without the query layer, which this page does not load.
import { useRef, useState } from 'react';
import { createDemoRequest } from '#contract/demo-requests.ts';
import { isOutcomeUnknown } from '#web/lib/api-error.ts';
import { call, newIdempotencyKey } from '#web/lib/http-client.ts';

export type DemoDraft = {
  name: string;
  email: string;
  company: string;
  phone: string;
  projectType: string;
  projectBrief: string;
};

/** Resolves when the request is stored and rejects with an ApiError. What was sent but perhaps not received is sent again under the same key. */
export function useDemoRequest(): { send: (draft: DemoDraft) => Promise<void>; pending: boolean } {
  const [pending, setPending] = useState(false);
  const lost = useRef<{ key: string; sent: string }>(undefined);
  async function send(draft: DemoDraft) {
    const sent = JSON.stringify(draft);
    const key = lost.current?.sent === sent ? lost.current.key : newIdempotencyKey();
    lost.current = undefined;
    setPending(true);
    try {
      await call(createDemoRequest, { body: draft }, { idempotencyKey: key });
    } catch (error) {
      if (isOutcomeUnknown(error)) lost.current = { key, sent };
      throw error;
    } finally {
      setPending(false);
    }
  }
  return { send, pending };
}
