// What the company is called and how it looks, as everybody sees it.
import { Pencil } from 'lucide-react';
import { brand, type SavedBrand } from '#contract/brand.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import { useDialogs } from '#web/lib/use-dialogs.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { QueryError } from '#web/ui/query-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const BrandDialog = lazyDialog(() => import('./brand-dialog.tsx'), 'BrandDialog');

export function BrandSection() {
  const found = useApiQuery(brand, {});
  const { open, dialogs } = useDialogs({
    edit: (control, saved: SavedBrand) => <BrandDialog {...control} saved={saved} />,
  });
  return (
    <section aria-labelledby="brand" className="mb-8">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-prose">
          <h2 id="brand" className="font-semibold text-lg">
            Brand
          </h2>
          <p className="text-muted">
            It stands on every page, on shared pages, in reports and in mails. Pages that are open show a change when
            they are loaded next.
          </p>
        </div>
        {found.data && (
          <Button icon={Pencil} onClick={() => open('edit', found.data)}>
            Edit brand
          </Button>
        )}
      </div>
      {found.error ? <QueryError query={found} /> : <Facts saved={found.data} />}
      {dialogs}
    </section>
  );
}

function Facts({ saved }: { saved: SavedBrand | undefined }) {
  if (!saved) return <Skeleton className="h-36 w-full" />;
  const { name, colour, address, logo, fixed } = saved;
  return (
    <Card className="px-4 py-3">
      <FactList
        facts={[
          [
            'Name',
            <span key="name" className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
              {name} {fixed.includes('name') && <Badge>Set in the environment</Badge>}
            </span>,
          ],
          ['Colour', colour ? <Colour key="colour" colour={colour} /> : 'Topout’s blue'],
          ['Logo', logo ? <img key="logo" src={logo} alt="Logo" className="h-10 max-w-40 object-contain" /> : 'None'],
          ['Address', address && <span className="whitespace-pre-line">{address}</span>],
        ]}
      />
    </Card>
  );
}

function Colour({ colour }: { colour: string }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="size-4 rounded border border-field-line" style={{ background: colour }} />
      {colour}
    </span>
  );
}
