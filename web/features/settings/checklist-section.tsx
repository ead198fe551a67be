// The checklist of a review: what whoever decides looks at, line by line.
import { Pencil } from 'lucide-react';
import { checklist, type SavedChecklist } from '#contract/checklist.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import { useDialogs } from '#web/lib/use-dialogs.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { QueryError } from '#web/ui/query-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { kindWords } from './checklist-words.ts';

const ChecklistDialog = lazyDialog(() => import('./checklist-dialog.tsx'), 'ChecklistDialog');

export function ChecklistSection() {
  const found = useApiQuery(checklist, {});
  const { open, dialogs } = useDialogs({
    edit: (control, saved: SavedChecklist) => <ChecklistDialog {...control} saved={saved} />,
  });
  return (
    <section aria-labelledby="checklist" className="mb-8">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-prose">
          <h2 id="checklist" className="font-semibold text-lg">
            Checklist
          </h2>
          <p className="text-muted">
            Shown in each review beside what was checked by itself. A line for one kind of media is shown where a visit
            has it.
          </p>
        </div>
        {found.data && (
          <Button icon={Pencil} onClick={() => open('edit', found.data)}>
            Edit checklist
          </Button>
        )}
      </div>
      {found.error ? <QueryError query={found} /> : <Lines saved={found.data} />}
      {dialogs}
    </section>
  );
}

function Lines({ saved }: { saved: SavedChecklist | undefined }) {
  if (!saved) return <Skeleton className="h-64 w-full" />;
  if (saved.lines.length === 0) return <Card className="px-4 py-3 text-muted">The checklist is empty.</Card>;
  return (
    <Card as="ol" className="divide-y divide-line">
      {saved.lines.map(({ text, kind }) => (
        <li
          key={`${kind} ${text}`}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-2.5"
        >
          <span className="wrap-anywhere min-w-0">{text}</span>
          <Badge>{kindWords(kind)}</Badge>
        </li>
      ))}
    </Card>
  );
}
