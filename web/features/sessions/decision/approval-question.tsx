// Whether approving a session asks first: about links that cannot be opened, or were not checked for a day (behaviour §2.8).
import { linkFields } from '#contract/core/session-fields.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';

const day = 86_400_000;

/** `waiting`: links of a session so new that they could not be checked yet. */
export type LinkDoubts = { broken: number; unchecked: number; waiting: boolean };

/** How many links are in doubt; null if none. */
export function linkDoubts(session: Session, now: number): LinkDoubts | null {
  const { linksCheckedAt, brokenLinks, uncheckedLinks } = session;
  const isOld = linksCheckedAt === null || now - Date.parse(linksCheckedAt) > day;
  const unchecked = linkFields.filter(
    (name) =>
      session[name] !== null &&
      (isOld || uncheckedLinks.includes(name)) &&
      !brokenLinks.some(({ field }) => field === name),
  ).length;
  const broken = brokenLinks.length;
  return broken + unchecked > 0 ? { broken, unchecked, waiting: linksCheckedAt === null } : null;
}

const ApprovalDialog = lazyDialog(() => import('./approval-dialog.tsx'), 'ApprovalDialog');

type Question = { doubts: LinkDoubts; approve: () => void };

export const preloadQuestion = ApprovalDialog.preload;

/** `ask` approves at once if no link is in doubt; `confirmed` runs after the question was confirmed, if that differs. */
export function useApprovalQuestion() {
  const { open, close, dialogs } = useDialogs({
    doubt: (control, { doubts, approve }: Question) => (
      <ApprovalDialog
        {...control}
        doubts={doubts}
        onConfirm={() => {
          close();
          approve();
        }}
      />
    ),
  });
  function ask(session: Session, approve: () => void, confirmed = approve) {
    const doubts = linkDoubts(session, Date.now());
    if (doubts) open('doubt', { doubts, approve: confirmed });
    else approve();
  }
  return { ask, question: dialogs };
}
