// The criteria of a stage, each ticked by a person, with the pictures of a visit that show it.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { fieldOfKind, type MediaItem } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { maxPictures, type StageWithMarks } from '#contract/stages/endpoints.ts';
import { SmallPicture, TabPictures } from '#web/features/viewpoints/session-pictures.tsx';
import { viewpointTabs } from '#web/features/viewpoints/viewpoint-labels.ts';
import { count } from '#web/lib/format/format.ts';
import type { DraftForm } from '#web/lib/forms/use-draft-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { FieldError } from '#web/ui/controls/field.tsx';
import { type Faults, type MarkDraft, picturesOf, tickOf, togglePicture } from './mark-draft.ts';

type TickCriteriaProps = {
  criteria: StageWithMarks['criteria'];
  draft: DraftForm<MarkDraft>;
  /** The visit whose pictures are chosen from. */
  visit: Session | undefined;
  faults: Faults | undefined;
};

export function TickCriteria({ criteria, draft, visit, faults }: TickCriteriaProps) {
  if (criteria.length === 0) return <p className="text-muted">This stage has no criteria.</p>;
  return (
    <fieldset className="grid grid-cols-1 gap-4">
      <legend className="mb-2 font-semibold">Criteria</legend>
      {faults?.pictures && <FieldError id="mark-pictures">{faults.pictures}</FieldError>}
      {criteria.map((criterion) => (
        <Criterion key={criterion.id} criterion={criterion} draft={draft} visit={visit} faults={faults} />
      ))}
    </fieldset>
  );
}

type CriterionProps = Omit<TickCriteriaProps, 'criteria'> & { criterion: StageWithMarks['criteria'][number] };

function Criterion({ criterion, draft, visit, faults }: CriterionProps) {
  const [isOpen, setOpen] = useState(false);
  const values = draft.form.watch();
  const tick = tickOf(criterion);
  const isTicked = values.ticked.includes(tick);
  const chosen = picturesOf(values, criterion.id);
  const errorId = `mark-criterion-${criterion.id}`;
  return (
    <div className="grid grid-cols-1 gap-2">
      <Checkbox
        label={<span className="wrap-anywhere">{criterion.text}</span>}
        checked={isTicked}
        {...(faults?.ticks.has(tick) && { 'aria-invalid': true, 'aria-describedby': errorId })}
        onChange={() =>
          draft.choose('ticked', isTicked ? values.ticked.filter((one) => one !== tick) : [...values.ticked, tick])
        }
      />
      {faults?.ticks.has(tick) && <FieldError id={errorId}>Not ticked. Refuse the stage if it is not met.</FieldError>}
      {visit && (
        <Button
          size="sm"
          variant="ghost"
          icon={isOpen ? ChevronDown : ChevronRight}
          aria-expanded={isOpen}
          className="justify-self-start"
          onClick={() => setOpen(!isOpen)}
        >
          {chosen.length === 0 ? 'Choose pictures' : `${count(chosen.length, 'picture')} chosen`}
          <span className="sr-only"> for {criterion.text}</span>
        </Button>
      )}
      {visit && isOpen && <Pictures visit={visit} criterion={criterion.id} draft={draft} values={values} />}
    </div>
  );
}

/** Clients see no others, and a mark keeps no others. */
const isReleased = ({ unreleased, takenBack }: MediaItem) => !unreleased && takenBack === undefined;

type PicturesProps = { visit: Session; criterion: number; draft: DraftForm<MarkDraft>; values: MarkDraft };

function Pictures({ visit, criterion, draft, values }: PicturesProps) {
  const tabs = viewpointTabs.filter((tab) => visit[fieldOfKind[tab]]);
  const chosen = picturesOf(values, criterion);
  const isFull = chosen.length >= maxPictures;
  return (
    <div className="grid grid-cols-1 gap-4 rounded-control border border-line p-3">
      {tabs.length === 0 && <p className="text-muted">This visit has no pictures.</p>}
      {isFull && <p className="text-muted text-sm">A criterion shows at most {maxPictures} pictures.</p>}
      {tabs.map((tab) => (
        <TabPictures key={tab} sessionId={visit.id} tab={tab} isOffered={isReleased}>
          {({ item, mediaKind }) => {
            const isChosen = chosen.some((one) => one.item === item.id && one.mediaKind === mediaKind);
            return (
              <button
                type="button"
                aria-label={`Choose ${item.name}`}
                aria-pressed={isChosen}
                disabled={isFull && !isChosen}
                onClick={() =>
                  draft.choose(
                    'pictures',
                    togglePicture(values, { criterion, sessionId: visit.id, mediaKind, item: item.id }),
                  )
                }
                className="rounded-control p-1 hover:bg-sunken disabled:opacity-50 aria-pressed:ring-3 aria-pressed:ring-accent aria-pressed:ring-inset"
              >
                <SmallPicture item={item} />
              </button>
            );
          }}
        </TabPictures>
      ))}
    </div>
  );
}
