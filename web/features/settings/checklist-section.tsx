// The checklist of a review: what whoever decides looks at, line by line.
import { checklist, type SavedChecklist } from '#contract/sessions/checklist.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { checkWords, kindWords } from './checklist-words.ts';
import { SettingsSection } from './settings-section.tsx';

const ChecklistDialog = lazyDialog(() => import('./checklist-dialog.tsx'), 'ChecklistDialog');

export function ChecklistSection() {
  return (
    <SettingsSection
      id="checklist"
      title="Checklist"
      intro="Shown in each review. What the product can look at by itself is filled in, with its evidence. A line for one kind of media is shown where a visit has it."
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
