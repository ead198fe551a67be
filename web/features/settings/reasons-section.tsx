// For which reasons sessions are sent back, and what their photographers read of each.
import { editableReasons, reasonLabels, type SavedReasons } from '#contract/sessions/rejection.ts';
import { rejectionReasons } from '#contract/sessions/rejection-reasons.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { FactList } from '#web/ui/display/fact-list.tsx';
import { SettingsSection } from './settings-section.tsx';

const ReasonsDialog = lazyDialog(() => import('./reasons-dialog.tsx'), 'ReasonsDialog');

export function ReasonsSection() {
  return (
    <SettingsSection
      id="reasons"
      title="Reasons for sending back"
      intro="Reviewers tick them when they reject a session; its photographer reads their sentences. “Other” is always there, for words alone."
      editLabel="Edit reasons"
      route={rejectionReasons}
      Dialog={ReasonsDialog}
      height="h-56"
    >
      {(saved) => <Reasons saved={saved} />}
    </SettingsSection>
  );
}

function Reasons({ saved }: { saved: SavedReasons }) {
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
