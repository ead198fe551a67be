// What the company allows of share links.
import { Pencil } from 'lucide-react';
import { type SavedShareRules, shareDaysLabels, shareRules } from '#contract/share-rules.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import { useDialogs } from '#web/lib/use-dialogs.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { QueryError } from '#web/ui/query-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const ShareRulesDialog = lazyDialog(() => import('./share-rules-dialog.tsx'), 'ShareRulesDialog');

export function ShareRulesSection() {
  const found = useApiQuery(shareRules, {});
  const { open, dialogs } = useDialogs({
    edit: (control, saved: SavedShareRules) => <ShareRulesDialog {...control} saved={saved} />,
  });
  return (
    <section aria-labelledby="share-rules" className="mb-8">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-prose">
          <h2 id="share-rules" className="font-semibold text-lg">
            Share links
          </h2>
          <p className="text-muted">
            Lifetime and PIN hold for links that are made from now on; downloads for all links at once.
          </p>
        </div>
        {found.data && (
          <Button icon={Pencil} onClick={() => open('edit', found.data)}>
            Edit share links
          </Button>
        )}
      </div>
      {found.error ? <QueryError query={found} /> : <Facts saved={found.data} />}
      {dialogs}
    </section>
  );
}

function Facts({ saved }: { saved: SavedShareRules | undefined }) {
  if (!saved) return <Skeleton className="h-24 w-full" />;
  return (
    <Card className="px-4 py-3">
      <FactList
        facts={[
          ['Longest life', shareDaysLabels[saved.longestDays]],
          ['PIN', saved.pinAlways ? 'Always' : 'As the sharer chooses'],
          ['Downloads', saved.downloads ? 'As the sharer chooses' : 'Never'],
        ]}
      />
    </Card>
  );
}
