// The dialog of one mark: given, refused or taken back. What somebody else did meanwhile is shown, and nothing typed is lost.
import { Users } from 'lucide-react';
import { useState } from 'react';
import { markStage, type StageWithMarks } from '#contract/stages/endpoints.ts';
import { actWords, giverWords } from '#web/features/stages/stage-words.ts';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useSubmit } from '#web/lib/forms/use-submit.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { DraftRestored } from '#web/ui/feedback/keep-notice.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import {
  faultsOf,
  hasFaults,
  type MarkDraft,
  type NextMark,
  namesVisit,
  newDraft,
  ticksCriteria,
  toBody,
} from './mark-draft.ts';
import { markWords, noteLabels } from './mark-words.ts';
import { TickCriteria } from './tick-criteria.tsx';
import { useVisits, VisitChoice } from './visit-choice.tsx';

type MarkDialogProps = DialogControl & NextMark & { stage: StageWithMarks };

/** `stage` as it was when this opened: nobody marks what they have not seen, also where the page shows more by now. */
export function MarkDialog({ stage, kind, act, ...control }: MarkDialogProps) {
  const { person } = useCurrentUser();
  const next = { kind, act };
  const words = markWords(next);
  const [{ shown, before }, setShown] = useState<Shown>({ shown: stage, before: undefined });
  const [tried, setTried] = useState(false);
  const draft = useDraftForm<MarkDraft>({
    owner: person.id,
    name: `mark stage ${stage.id} ${kind} ${act}`,
    initial: { values: newDraft(next, stage.claimed?.session?.id) },
  });
  const { form } = draft;
  const values = form.watch();
  const subject = { ...next, stage: shown };
  const faults = tried ? faultsOf(values, subject) : undefined;
  const mark = useSubmit(markStage, draft, {
    successToast: words.done,
    errorToast: 'Failed to save the mark',
    onRefused({ code, present }: ApiError) {
      if (code !== 'stale' || !present) return false;
      setShown({ shown: present as StageWithMarks, before: shown });
      return true;
    },
    onSaved: () => control.onOpenChange(false),
  });
  const may = shown.may.filter((one) => one.kind === kind && one.act === act);
  function send() {
    setTried(true);
    const now = form.getValues();
    if (!hasFaults(faultsOf(now, subject))) void mark.run({ params: { id: stage.id }, body: toBody(now, subject) });
  }
  return (
    <FormDialog
      {...control}
      size={ticksCriteria(next) ? 'lg' : 'md'}
      title={words.title}
      description={`${shown.name}. ${words.sentence}`}
      submitLabel={words.submit}
      pendingLabel={words.pending}
      pending={mark.isPending}
      disabled={may.length === 0}
      tone={act === 'given' ? 'primary' : 'danger'}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <DraftRestored {...draft} />
      {before && <Meanwhile before={before} now={shown} mayGoOn={may.length > 0} />}
      {namesVisit(next) && <Visit {...{ stage: shown, next, draft, values, faults }} />}
      {may.some(({ onSite }) => onSite) && (
        <Checkbox
          label="I checked this on site"
          hint={
            may.every(({ onSite }) => onSite)
              ? 'No admin has seen this stage in a released visit yet: confirm it only after a visit of your own.'
              : 'After a visit of your own.'
          }
          {...form.register('onSite')}
        />
      )}
      <Field
        label={noteLabels[act]}
        optional={act === 'given'}
        error={faults?.note ?? form.formState.errors.note?.message}
      >
        <Textarea rows={3} maxLength={2000} {...form.register('note')} />
      </Field>
    </FormDialog>
  );
}

type Shown = { shown: StageWithMarks; before: StageWithMarks | undefined };

type VisitProps = {
  stage: StageWithMarks;
  next: NextMark;
  draft: ReturnType<typeof useDraftForm<MarkDraft>>;
  values: MarkDraft;
  faults: ReturnType<typeof faultsOf> | undefined;
};

function Visit({ stage, next, draft, values, faults }: VisitProps) {
  const found = useVisits(stage, next.kind !== 'claimed');
  const visit = found.rows?.find(({ id }) => String(id) === values.sessionId);
  return (
    <>
      <VisitChoice
        found={found}
        value={values.sessionId}
        onChange={(id) => draft.choose('sessionId', id)}
        isOptional={next.kind === 'confirmed'}
        error={faults?.sessionId ?? draft.form.formState.errors.sessionId?.message}
      />
      {ticksCriteria(next) && <TickCriteria criteria={stage.criteria} draft={draft} visit={visit} faults={faults} />}
    </>
  );
}

const wordsOf = ({ criteria }: StageWithMarks) => criteria.map(({ text }) => text).join('\n');

type MeanwhileProps = { before: StageWithMarks; now: StageWithMarks; mayGoOn: boolean };

/** What others did to the stage since this dialog was opened. */
function Meanwhile({ before, now, mayGoOn }: MeanwhileProps) {
  const newer = now.marks.filter(({ id }) => id > (before.lastMark ?? 0));
  return (
    <Notice tone="yellow" icon={Users} role="status">
      <p className="font-medium">Somebody else changed this stage meanwhile. Your changes are kept.</p>
      <ul className="mt-1 grid gap-1">
        {newer.map((mark) => (
          <li key={mark.id}>
            {actWords(mark)} by {giverWords(mark)}
            {mark.note && `: ${mark.note}`}
          </li>
        ))}
        {wordsOf(before) !== wordsOf(now) && <li>Its criteria were changed: tick those that are new.</li>}
      </ul>
      <p className="mt-1">
        {mayGoOn ? 'Check it again, then send yours.' : 'There is nothing left for you to do here.'}
      </p>
    </Notice>
  );
}
