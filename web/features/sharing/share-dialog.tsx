// 'Share': makes a link for somebody without a login, shows its address once, and lists the links of the project.
import { useState } from 'react';
import { NewShareLink } from '#contract/schemas/share-links.ts';
import { createShareLink } from '#contract/share-links.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { formResolver } from '#web/lib/form-resolver.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useDraftForm } from '#web/lib/use-draft-form.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DraftRestored } from '#web/ui/draft-restored.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { Options, Select } from '#web/ui/select.tsx';
import { type MadeLink, NewAddress } from './new-address.tsx';
import type { ShareSubject } from './share-button.tsx';
import { ShareList } from './share-list.tsx';

const lifetimes = { '1': 'A day', '7': 'A week', '30': '30 days', '90': '90 days', '365': 'A year' };
type Days = keyof typeof lifetimes;
/** JSON puts whole numbers first, in order. */
const dayChoices = Object.keys(lifetimes) as Days[];

type Draft = { recipient: string; days: Days; pin: string; downloads: boolean; players: boolean };
const empty: Draft = { recipient: '', days: '30', pin: '', downloads: false, players: false };

/** A report is its file: there is nothing else to take along or to play. */
const isReport = ({ scope }: Pick<ShareSubject, 'scope'>) => scope === 'report';

function toBody({ name: _, projectId: __, ...subject }: ShareSubject, { days, pin, ...rest }: Draft) {
  const expiresAt = new Date(Date.now() + Number(days) * 24 * 3_600_000).toISOString();
  const more = isReport(subject) ? { recipient: rest.recipient } : rest;
  return { ...subject, ...more, pin: pin.trim() === '' ? null : pin.trim(), expiresAt };
}

export function ShareDialog({ subject, ...control }: DialogControl & { subject: ShareSubject }) {
  const [made, setMade] = useState<MadeLink>();
  const list = <ShareList projectId={subject.projectId} onAddress={setMade} />;
  if (!made) return <ShareForm {...control} subject={subject} list={list} onMade={setMade} />;
  return (
    <Dialog
      {...control}
      title="Share"
      description={subject.name}
      size="lg"
      footer={
        <>
          <Button onClick={() => setMade(undefined)}>Make another link</Button>
          <Button variant="primary" onClick={() => control.onOpenChange(false)}>
            Done
          </Button>
        </>
      }
    >
      <NewAddress key={made.path} made={made} name={subject.name} />
      {list}
    </Dialog>
  );
}

type ShareFormProps = DialogControl & {
  subject: ShareSubject;
  list: React.ReactNode;
  onMade: (made: MadeLink) => void;
};

function ShareForm({ subject, list, onMade, ...control }: ShareFormProps) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<Draft>({
    owner: person.id,
    name: `share ${subject.projectId} `,
    initial: { values: empty },
    resolver: formResolver<Draft>(NewShareLink, (values) => toBody(subject, values)),
    secret: ['pin'],
  });
  const { register, formState, handleSubmit } = draft.form;
  const create = useMutation(createShareLink, {
    errorToast: 'Failed to make the link',
    onError: (error) => setFieldErrors(error, draft.form),
    onSuccess: (reply) => {
      draft.done();
      onMade(reply);
    },
  });
  const submit = (values: Draft) => create.run({ params: { id: subject.projectId }, body: toBody(subject, values) });
  const { errors } = formState;
  return (
    <FormDialog
      {...control}
      title="Share"
      description={subject.name}
      size="lg"
      onSubmit={handleSubmit(submit)}
      submitLabel="Make link"
      pendingLabel="Making..."
      pending={create.isPending}
    >
      <DraftRestored {...draft} />
      <Field label="For whom" hint="Shown to whoever opens the link" error={errors.recipient?.message}>
        <Input autoComplete="off" {...register('recipient')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Ends after">
          <Select {...register('days')}>
            <Options of={dayChoices} label={(days) => lifetimes[days]} />
          </Select>
        </Field>
        <Field
          label="PIN"
          optional
          hint="Six digits. Tell it on another way than the link."
          error={errors.pin?.message}
        >
          <Input inputMode="numeric" autoComplete="off" maxLength={6} {...register('pin')} />
        </Field>
      </div>
      {!isReport(subject) && (
        <div className="grid justify-items-start gap-3">
          <Checkbox label="Allow downloads of pictures" {...register('downloads')} />
          <Checkbox
            label="Include players of other sites"
            hint="Films and tours of YouTube, Matterport and the like. Ending the link cannot end what was seen of those."
            {...register('players')}
          />
        </div>
      )}
      <p className="text-muted text-sm">
        {isReport(subject)
          ? 'Whoever has the link gets the report as a PDF of what is released then, without names of persons, concerns and positions; its QR code leads to the link.'
          : 'Whoever has the link sees what is released, without names of the crew and without concerns.'}{' '}
        You can end it at any time; what was already saved, or previewed by a messenger, cannot be recalled.
      </p>
      {list}
    </FormDialog>
  );
}
