// Calls that may wait on an offline device: which ones, how their idempotency keys begin, and for how long (behaviour §27).
import { commentDispute, createDispute } from './disputes/endpoints.ts';
import { approveSession, createSession, editSession, rejectSession, resubmitSession } from './sessions/endpoints.ts';

/** By the names under which they are kept on devices: a name that is there stays. */
export const waitingCalls = {
  createSession,
  editSession,
  resubmitSession,
  approveSession,
  rejectSession,
  commentDispute,
  createDispute,
} as const;

export type WaitingCall = keyof typeof waitingCalls;

/** From its first attempt on: the answer of any may be lost. */
export const waitingKeyPrefix = 'waited-';

/** Days until something that waits is no longer sent by itself: soon after, the server would not know its key any more. */
export const waitingDays = 60;

/** Clocks of devices may be wrong by a day, either way. */
export const waitingKeyDays = waitingDays + 2;
