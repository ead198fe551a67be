// 'Make viewpoints from this visit': ticks the pictures that every later visit shall have again, and names them.
import { type UseFieldArrayReturn, useFieldArray } from 'react-hook-form';
import { fieldOfKind } from '#contract/media.ts';
import { NewViewpoints } from '#contract/schemas/viewpoints.ts';
import type { Session } from '#contract/sessions.ts';
import { createViewpoints, type SessionViewpoints, type ViewpointKind } from '#contract/viewpoints.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { formResolver } from '#web/lib/form-resolver.ts';
import { count } from '#web/lib/format.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { type DraftForm, useDraftForm } from '#web/lib/use-draft-form.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DraftNotes } from '#web/ui/draft-notes.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { kindOfPicture, SmallPicture, type TabPicture, TabPictures } from './session-pictures.tsx';
import { numberedName } from './viewpoint-labels.ts';
import { viewpointTabs } from './viewpoint-tabs.ts';

type Draft = { viewpoints: { mediaKind: TabPicture['mediaKind']; item: string; name: string; kind: ViewpointKind }[] };

type MakeViewpointsDialogProps = DialogControl & { session: Session; present: SessionViewpoints };

export function MakeViewpointsDialog({ session, present, ...control }: MakeViewpointsDialogProps) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<Draft>({
    owner: person.id,
    name: `viewpoints of session ${session.id}`,
    initial: { values: { viewpoints: [] } },
    resolver: formResolver<Draft>(NewViewpoints),
  });
  const { form } = draft;
  const rows = useFieldArray({ control: form.control, name: 'viewpoints' });
  const ticked = form.watch('viewpoints').length;
  const create = useMutation(createViewpoints, {
    successToast: {
      title: 'Viewpoints made',
      description: 'Later visits fill them by themselves. You find them on the project’s page.',
    },
    errorToast: 'Failed to make the viewpoints',
    onError: (error) => setFieldErrors(error, form),
    onSuccess: () => {
      draft.done();
      control.onOpenChange(false);
    },
  });
  const tabs = viewpointTabs.filter((tab) => session[fieldOfKind[tab]]);
  return (
    <FormDialog
      {...control}
      size="lg"
      title="Make viewpoints from this visit"
      description="Tick the pictures that every later visit shall have again, and name what they show."
      onSubmit={form.handleSubmit((body) => create.run({ params: { id: session.id }, body }))}
      submitLabel={ticked === 0 ? 'Make viewpoints' : `Make ${count(ticked, 'viewpoint')}`}
      pendingLabel="Making..."
      pending={create.isPending}
      disabled={ticked === 0}
    >
      <DraftNotes draft={draft} />
      {tabs.map((tab) => (
        <TabPictures key={tab} sessionId={session.id} tab={tab}>
          {(picture) => <Tile {...{ picture, draft, rows, present }} />}
        </TabPictures>
      ))}
    </FormDialog>
  );
}

type TileProps = {
  picture: TabPicture;
  draft: DraftForm<Draft>;
  rows: UseFieldArrayReturn<Draft, 'viewpoints'>;
  present: SessionViewpoints;
};

function Tile({ picture, draft: { form }, rows, present }: TileProps) {
  const { item, mediaKind } = picture;
  const index = form.watch('viewpoints').findIndex((each) => each.item === item.id);
  const standing = present.viewpoints.find((each) => each.picture?.item.id === item.id);
  const isTicked = index >= 0;
  return (
    <>
      <SmallPicture item={item} />
      {standing && <p className="text-muted text-sm">Stands for {numberedName(standing)}</p>}
      {/* One that was ticked before somebody else placed it can be unticked. */}
      {(!standing || isTicked) && (
        <Checkbox
          label={isTicked ? 'A viewpoint' : 'Make a viewpoint'}
          aria-label={`Make a viewpoint of ${item.name}`}
          checked={isTicked}
          onChange={() =>
            isTicked
              ? rows.remove(index)
              : rows.append(
                  { mediaKind, item: item.id, name: '', kind: kindOfPicture(picture) },
                  { shouldFocus: false },
                )
          }
        />
      )}
      {isTicked && (
        <Field
          label={`Name of ${item.name}`}
          hideLabel
          error={form.formState.errors.viewpoints?.[index]?.name?.message}
        >
          <Input placeholder="North-east corner" autoComplete="off" {...form.register(`viewpoints.${index}.name`)} />
        </Field>
      )}
    </>
  );
}
