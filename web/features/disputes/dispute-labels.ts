// What is said about concerns: names of the moves, and what is announced when one was made.
import type { Dispute } from '#contract/disputes.ts';
import type { DisputeStatus } from '#contract/policy.ts';

type MoveWords = { label: string; done: { title: string; description: string } };

const told = 'The others in this concern have been notified.';

/** The words of resolving are the specification's (foundation §8). */
export const transitionLabels: Record<DisputeStatus, MoveWords> = {
  in_progress: { label: 'Mark In Progress', done: { title: 'Concern in progress', description: told } },
  resolved: {
    label: 'Mark as Resolved',
    done: {
      title: 'Dispute Resolved',
      description: 'The client has been notified that the issue has been resolved.',
    },
  },
  closed: { label: 'Close Concern', done: { title: 'Concern closed', description: told } },
  open: { label: 'Reopen', done: { title: 'Concern reopened', description: told } },
};

/** A concern that still asks for something (foundation §4 counts whatever is not resolved; closed ones ask for nothing either). */
export function isActive({ status }: Pick<Dispute, 'status'>): boolean {
  return status === 'open' || status === 'in_progress';
}

/** Which concern stands open when the list opens: the newest that is still active, else the newest. */
export function initialDispute(concerns: readonly Pick<Dispute, 'id' | 'status'>[]): number | undefined {
  return (concerns.find(isActive) ?? concerns[0])?.id;
}

/** 'Lekki Palm Residences · Block B'; only the project for a session without site. */
export function disputePath({ session }: Pick<Dispute, 'session'>): string {
  return session.site ? `${session.project.name} · ${session.site.name}` : session.project.name;
}
