// How long the company keeps log data.
import { retention, type SavedRetention } from '#contract/settings/endpoints.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { FactList } from '#web/ui/display/fact-list.tsx';
import { keptInWords } from './company-words.ts';
import { SettingsSection } from './settings-section.tsx';

const RetentionDialog = lazyDialog(() => import('./retention-dialog.tsx'), 'RetentionDialog');

export function RetentionSection() {
  return (
    <SettingsSection
      id="retention"
      title="What is kept"
      intro="Sessions and their records are always kept. Of the rest, what is older than set here is removed within the hour."
      editLabel="Edit what is kept"
      route={retention}
      Dialog={RetentionDialog}
      height="h-24"
    >
      {(saved) => <Facts saved={saved} />}
    </SettingsSection>
  );
}

function Facts({ saved }: { saved: SavedRetention }) {
  return (
    <Card className="px-4 py-3">
      <FactList
        facts={[
          ['Audit log', keptInWords(saved.auditLog)],
          ['Notifications', keptInWords(saved.notifications)],
          ['Demo requests', keptInWords(saved.demoRequests)],
        ]}
      />
    </Card>
  );
}
