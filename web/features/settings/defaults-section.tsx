// How often digests come, when answers are reminded of, and how much a project may upload.
import { companyDefaults, type SavedDefaults } from '#contract/company-defaults.ts';
import { digestRhythmLabels } from '#contract/notification-preferences.ts';
import { formatNumber } from '#web/lib/format.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { remindersInWords } from './company-words.ts';
import { SettingsSection } from './settings-section.tsx';

const DefaultsDialog = lazyDialog(() => import('./defaults-dialog.tsx'), 'DefaultsDialog');

export function DefaultsSection() {
  return (
    <SettingsSection
      id="company-defaults"
      title="Reminders, digests and uploads"
      intro="The digest is for whoever chose none in their profile."
      editLabel="Edit reminders, digests and uploads"
      route={companyDefaults}
      Dialog={DefaultsDialog}
      height="h-24"
    >
      {(saved) => <Facts saved={saved} />}
    </SettingsSection>
  );
}

function Facts({ saved }: { saved: SavedDefaults }) {
  const { digest, remindsHalfway, uploadQuotaGb, uploadsOn, fixed } = saved;
  const quota = (
    <span key="quota" className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      {formatNumber(uploadQuotaGb)} GB for each project{' '}
      {fixed.includes('uploadQuotaGb') && <Badge>Set in the environment</Badge>}
    </span>
  );
  return (
    <Card className="px-4 py-3">
      <FactList
        facts={[
          ['Reminders of answers', remindersInWords(remindsHalfway)],
          ['Digest', digestRhythmLabels[digest]],
          ['Uploads', uploadsOn ? quota : 'Off'],
        ]}
      />
    </Card>
  );
}
