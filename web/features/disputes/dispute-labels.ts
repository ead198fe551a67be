// The texts of concerns (disputes in code): labels of the transitions, and their toasts.
import type { Dispute } from '#contract/disputes/endpoints.ts';
import type { DisputeStatus } from '#contract/policy.ts';

type TransitionLabels = { label: string; successToast: { title: string; description: string } };

const othersNotified = 'The others in this concern have been notified.';

/** The texts of resolving are the specification's (behaviour §9.2). */
export const transitionLabels: Record<DisputeStatus, TransitionLabels> = {
  in_progress: {
    label: 'Mark In Progress',
    successToast: { title: 'Concern in progress', description: othersNotified },
  },
  resolved: {
    label: 'Mark as Resolved',
    successToast: {
      title: 'Dispute Resolved',
      description: 'The client has been notified that the issue has been resolved.',
    },
  },
  closed: { label: 'Close Concern', successToast: { title: 'Concern closed', description: othersNotified } },
  open: { label: 'Reopen', successToast: { title: 'Concern reopened', description: othersNotified } },
};

/** A concern that still asks for something (behaviour §4.2). */
export function isActive({ status }: Pick<Dispute, 'status'>): boolean {
  return status === 'open' || status === 'in_progress';
}

/** Which concern stands open when the list opens: the newest that is still active, else the newest. */
export function initialDispute(disputes: readonly Pick<Dispute, 'id' | 'status'>[]): number | undefined {
  return (disputes.find(isActive) ?? disputes[0])?.id;
}

/** 'Lekki Palm Residences · Block B'; only the project for a session without site. */
export function disputePath({ session }: Pick<Dispute, 'session'>): string {
  return session.site ? `${session.project.name} · ${session.site.name}` : session.project.name;
}
