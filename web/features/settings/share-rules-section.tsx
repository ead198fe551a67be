// What the company allows of share links.
import { type SavedShareRules, shareDaysLabels, shareRules } from '#contract/sharing/share-rules.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { FactList } from '#web/ui/display/fact-list.tsx';
import { SettingsSection } from './settings-section.tsx';

const ShareRulesDialog = lazyDialog(() => import('./share-rules-dialog.tsx'), 'ShareRulesDialog');

export function ShareRulesSection() {
  return (
    <SettingsSection
      id="share-rules"
      title="Share links"
      intro="Lifetime and PIN hold for links that are made from now on; downloads for all links at once."
      editLabel="Edit share links"
      route={shareRules}
      Dialog={ShareRulesDialog}
      height="h-24"
    >
      {(saved) => <Facts saved={saved} />}
    </SettingsSection>
  );
}

function Facts({ saved }: { saved: SavedShareRules }) {
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
