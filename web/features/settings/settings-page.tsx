// Settings of the company, for admins.

import { can } from '#contract/policy.ts';
import { checklist, type SavedChecklist } from '#contract/sessions/checks.ts';
import { editableReasons, reasonLabels, rejectionReasons, type SavedReasons } from '#contract/sessions/rejection.ts';
import { type SavedShareRules, shareDaysLabels, shareRules } from '#contract/sharing/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { FactList } from '#web/ui/display/fact-list.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { AccessDenied } from '#web/ui/feedback/load-failure.tsx';
import { BrandSection } from './brand-section.tsx';
import { CompanySection, DefaultsSection, RetentionSection } from './company-section.tsx';
import { checkWords, kindWords } from './company-words.ts';
import { SettingsSection } from './settings-section.tsx';
import { WebhookSection } from './webhooks/webhook-section.tsx';

// The checklist of a review: what the reviewer checks, item by item.
const ChecklistDialog = lazyDialog(() => import('./checklist-dialog.tsx'), 'ChecklistDialog');

function ChecklistSection() {
  return (
    <SettingsSection
      id="checklist"
      title="Checklist"
      intro="Shown in each review. What can be checked automatically is filled in, with its evidence. A line for one kind of media is shown only where a visit has it."
      editLabel="Edit checklist"
      route={checklist}
      Dialog={ChecklistDialog}
      height="h-64"
    >
      {(saved) => <Lines saved={saved} />}
    </SettingsSection>
  );
}

function Lines({ saved }: { saved: SavedChecklist }) {
  if (saved.lines.length === 0) return <Card className="px-4 py-3 text-muted">The checklist is empty.</Card>;
  return (
    <Card as="ol" className="divide-y divide-line">
      {saved.lines.map(({ text, kind, check }) => (
        <li
          key={`${kind} ${text}`}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-2.5"
        >
          <span className="wrap-anywhere min-w-0">{text}</span>
          <span className="flex flex-wrap gap-1.5">
            {check && <Badge tone="blue">{checkWords(check)}</Badge>}
            <Badge>{kindWords(kind)}</Badge>
          </span>
        </li>
      ))}
    </Card>
  );
}

// What the company allows of share links.
const ShareRulesDialog = lazyDialog(() => import('./share-rules-dialog.tsx'), 'ShareRulesDialog');

function ShareRulesSection() {
  return (
    <SettingsSection
      id="share-rules"
      title="Share links"
      intro="Lifetime and PIN apply to links made from now on; downloads to all links at once."
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
          ['Longest lifetime', shareDaysLabels[saved.longestDays]],
          ['PIN', saved.pinAlways ? 'Always' : 'As the sharer chooses'],
          ['Downloads', saved.downloads ? 'As the sharer chooses' : 'Never'],
        ]}
      />
    </Card>
  );
}

// For which reasons sessions are sent back, and what their photographers read of each.
const ReasonsDialog = lazyDialog(() => import('./reasons-dialog.tsx'), 'ReasonsDialog');

function ReasonsSection() {
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

export function SettingsPage() {
  const { actor } = useCurrentUser();
  const { version } = useSiteConfig();
  if (!can.manageSettings(actor)) return <AccessDenied sentence="Only administrators can access the settings" />;
  return (
    <div className="page max-w-4xl">
      <PageHeader title="Settings" subtitle="For the whole company" />
      <BrandSection />
      <CompanySection />
      <DefaultsSection />
      <ChecklistSection />
      <ReasonsSection />
      <ShareRulesSection />
      <RetentionSection />
      <WebhookSection />
      {version && <p className="mt-8 text-muted text-sm">Topout {version}</p>}
    </div>
  );
}
