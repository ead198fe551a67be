// For which reasons sessions are sent back, and what their photographers read of each.
import { Pencil } from 'lucide-react';
import { editableReasons, reasonLabels, type SavedReasons } from '#contract/rejection.ts';
import { rejectionReasons } from '#contract/rejection-reasons.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import { useDialogs } from '#web/lib/use-dialogs.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { QueryError } from '#web/ui/query-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const ReasonsDialog = lazyDialog(() => import('./reasons-dialog.tsx'), 'ReasonsDialog');

export function ReasonsSection() {
  const found = useApiQuery(rejectionReasons, {});
  const { open, dialogs } = useDialogs({
    edit: (control, saved: SavedReasons) => <ReasonsDialog {...control} saved={saved} />,
  });
  return (
    <section aria-labelledby="reasons" className="mb-8">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-prose">
          <h2 id="reasons" className="font-semibold text-lg">
            Reasons for sending back
          </h2>
          <p className="text-muted">
            Reviewers tick them when they reject a session; its photographer reads their sentences. “Other” is always
            there, for words alone.
          </p>
        </div>
        {found.data && (
          <Button icon={Pencil} onClick={() => open('edit', found.data)}>
            Edit reasons
          </Button>
        )}
      </div>
      {found.error ? <QueryError query={found} /> : <Reasons saved={found.data} />}
      {dialogs}
    </section>
  );
}

function Reasons({ saved }: { saved: SavedReasons | undefined }) {
  if (!saved) return <Skeleton className="h-56 w-full" />;
  const inWords = (code: (typeof editableReasons)[number]) => {
    const { sentence, enabled } = saved.reasons[code];
    return enabled ? sentence : 'Switched off';
  };
  return (
    <Card className="px-4 py-3">
      <FactList facts={editableReasons.map((code) => [reasonLabels[code], inWords(code)])} />
    </Card>
  );
}
