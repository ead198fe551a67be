// The calls that may wait on this device, by the names under which they are kept there: a name that is there stays (behaviour §27).
import { commentDispute, createDispute } from '#contract/disputes/endpoints.ts';
import {
  approveSession,
  createSession,
  editSession,
  rejectSession,
  resubmitSession,
} from '#contract/sessions/endpoints.ts';

export const offlineCalls = {
  createSession,
  editSession,
  resubmitSession,
  approveSession,
  rejectSession,
  commentDispute,
  createDispute,
} as const;

export type OfflineCall = keyof typeof offlineCalls;
