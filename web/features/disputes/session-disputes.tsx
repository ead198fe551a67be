// The concerns on a session's own page, and the button that raises one.
import type { Session } from '#contract/sessions/endpoints.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { DisputeList } from './dispute-card.tsx';
import { RaiseButton } from './raise-button.tsx';

const RaiseDisputeDialog = lazyDialog(() => import('./raise-dispute-dialog.tsx'), 'RaiseDisputeDialog');

export function SessionDisputes({ session }: { session: Session }) {
  const { open, dialogs } = useDialogs({
    raise: (control) => <RaiseDisputeDialog {...control} session={session} />,
  });
  return (
    <Card as="section" padded aria-labelledby="concerns">
      <header className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 id="concerns" className="font-semibold">
          Concerns
        </h2>
        <RaiseButton session={session} onRaise={() => open('raise')} />
      </header>
      <DisputeList sessionId={session.id} />
      {dialogs}
    </Card>
  );
}
