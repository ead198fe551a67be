// When the company works, and how long a first answer may take.
import { companySettings, type SavedSettings } from '#contract/settings/endpoints.ts';
import { zoneName } from '#web/lib/device/time-zones.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { FactList } from '#web/ui/display/fact-list.tsx';
import { holidaysInWords, responseDaysInWords, workingDaysInWords } from './company-words.ts';
import { SettingsSection } from './settings-section.tsx';

const CompanyDialog = lazyDialog(() => import('./company-dialog.tsx'), 'CompanyDialog');

export function CompanySection() {
  return (
    <SettingsSection
      id="working-days"
      title="Working days and answers"
      intro="They say when the first answer to a concern is due. A change holds for concerns that are raised after it."
      editLabel="Edit working days and answers"
      route={companySettings}
      Dialog={CompanyDialog}
      height="h-36"
    >
      {(saved) => <Facts saved={saved} />}
    </SettingsSection>
  );
}

function Facts({ saved }: { saved: SavedSettings }) {
  const { workingDays, holidays, timeZone, responseDays } = saved;
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
