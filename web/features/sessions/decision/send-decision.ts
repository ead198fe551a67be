// Sending a decision that was made with one click, with the toasts of its button.
import type { QueryClient } from '@tanstack/react-query';
import { approveSession, editSession, rejectSession, type Session } from '#contract/sessions/endpoints.ts';
import { ApiError, isOutcomeUnknown, messageOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/http-client.ts';
import { redirectToLogin } from '#web/lib/api/login-redirect.ts';
import { showSuccess, showWritten } from '#web/lib/api/use-mutation.ts';
import type { Decision, Outcome } from '#web/lib/offline/pending-decisions.ts';
import { toastFailure } from '#web/lib/page/toast.ts';
import { completionToasts, reviewedToasts } from './use-review.ts';
import { dropReviewText } from './use-review-text.ts';

/** Browsers send at most 64 KiB of a page that is left. */
const isSmall = (body: object) => JSON.stringify(body).length < 60_000;

/** Sent also while the page is being left. */
async function request(client: QueryClient, { sessionId: id, recordId, move, rejection }: Decision): Promise<Session> {
  const params = { id };
  const options = { keepalive: true };
  if (move === 'approve') {
    const reply = await call(approveSession, { params, body: { recordId } }, options);
    await showWritten(client, { route: approveSession, input: { params }, reply });
    return reply;
  }
  if (move === 'reject') {
    const body = { ...rejection, recordId };
    const reply = await call(rejectSession, { params, body }, { keepalive: isSmall(body) });
    await showWritten(client, { route: rejectSession, input: { params }, reply });
    return reply;
  }
  const status = move === 'accept' ? 'approved' : 'completed';
  const reply = await call(editSession, { params, body: { status, recordId } }, options);
  await showWritten(client, { route: editSession, input: { params }, reply });
  return reply;
}

/** False: it may or may not have arrived, or nobody is logged in any more. */
export async function send(client: QueryClient, me: number, decision: Decision): Promise<Outcome> {
  const { successToast, errorToast } = { errorToast: undefined, ...toastsOf(decision) };
  try {
    showSuccess<typeof editSession>(successToast, await request(client, decision));
    dropReviewText(me, decision.sessionId);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const words = messageOf(error, errorToast);
    if (error.status === 401) redirectToLogin();
    else if (!isOutcomeUnknown(error)) return { refusal: words };
    else toastFailure('Error', `Session #${decision.sessionId}: ${words}`);
    return false;
  }
}

function toastsOf({ move }: Decision) {
  return move === 'approve' || move === 'reject' ? reviewedToasts[move] : completionToasts;
}
