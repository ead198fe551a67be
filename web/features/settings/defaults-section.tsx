// How often digests come, when answers are reminded of, and how much a project may upload.

import { digestRhythmLabels } from '#contract/notifications/notification-preferences.ts';
import { companyDefaults, type SavedDefaults } from '#contract/settings/endpoints.ts';
import { formatNumber, formatSize } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { FactList } from '#web/ui/display/fact-list.tsx';
import { remindersInWords } from './company-words.ts';
import { SettingsSection } from './settings-section.tsx';
import { Standing } from './standing.tsx';

const DefaultsDialog = lazyDialog(() => import('./defaults-dialog.tsx'), 'DefaultsDialog');

export function DefaultsSection() {
  return (
    <SettingsSection
      id="company-defaults"
      title="Reminders, digests and uploads"
      intro="The digest is for people who haven't chosen one in their profile."
      editLabel="Edit reminders, digests and uploads"
      route={companyDefaults}
      Dialog={DefaultsDialog}
      height="h-32"
    >
      {(saved) => <Facts saved={saved} />}
    </SettingsSection>
  );
}

function Facts({ saved }: { saved: SavedDefaults }) {
  const { digest, remindsHalfway, uploadQuotaGb, uploadsOn, uploadedBytes, fixed } = saved;
  const quota = `${formatNumber(uploadQuotaGb)} GB for each project`;
  return (
    <Card className="px-4 py-3">
      <FactList
        facts={[
          ['Reminders of answers', remindersInWords(remindsHalfway)],
          ['Digest', digestRhythmLabels[digest]],
          ...(uploadsOn
            ? ([
                ['Uploads', <Standing key="uploads" isFixed={fixed.includes('uploads')} value="On" />],
                ['Uploaded', uploadedBytes !== undefined && formatSize(uploadedBytes)],
                ['Quota', <Standing key="quota" isFixed={fixed.includes('uploadQuotaGb')} value={quota} />],
              ] as const)
            : ([['Uploads', 'Off: the environment names no folder for them (UPLOAD_ROOT)']] as const)),
        ]}
      />
    </Card>
  );
}
