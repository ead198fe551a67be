// When the company works, and how long a first answer may take.
import { Pencil } from 'lucide-react';
import { companySettings, type SavedSettings } from '#contract/company-settings.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import { zoneName } from '#web/lib/time-zones.ts';
import { useDialogs } from '#web/lib/use-dialogs.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { QueryError } from '#web/ui/query-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { holidaysInWords, responseDaysInWords, workingDaysInWords } from './company-words.ts';

const CompanyDialog = lazyDialog(() => import('./company-dialog.tsx'), 'CompanyDialog');

export function CompanySection() {
  const found = useApiQuery(companySettings, {});
  const { open, dialogs } = useDialogs({
    edit: (control, settings: SavedSettings) => <CompanyDialog {...control} settings={settings} />,
  });
  return (
    <section aria-labelledby="working-days" className="mb-8">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-prose">
          <h2 id="working-days" className="font-semibold text-lg">
            Working days and answers
          </h2>
          <p className="text-muted">
            They say when the first answer to a concern is due. A change holds for concerns that are raised after it.
          </p>
        </div>
        {found.data && (
          <Button icon={Pencil} onClick={() => open('edit', found.data)}>
            Edit working days and answers
          </Button>
        )}
      </div>
      {found.error ? <QueryError query={found} /> : <Facts settings={found.data} />}
      {dialogs}
    </section>
  );
}

function Facts({ settings }: { settings: SavedSettings | undefined }) {
  if (!settings) return <Skeleton className="h-36 w-full" />;
  const { workingDays, holidays, timeZone, responseDays } = settings;
  return (
    <Card className="px-4 py-3">
      <FactList
        facts={[
          ['Working days', workingDaysInWords(workingDays)],
          ['Holidays', holidaysInWords(holidays)],
          ['Time zone', zoneName(timeZone)],
          ['First answer', responseDaysInWords(responseDays)],
        ]}
      />
    </Card>
  );
}
