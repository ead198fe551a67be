// 'Make viewpoints from this visit': ticks the pictures that every later visit shall have again, and names them.
import { type UseFieldArrayReturn, useFieldArray } from 'react-hook-form';
import { fieldOfKind } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { createViewpoints, type SessionViewpoints, type ViewpointKind } from '#contract/viewpoints/endpoints.ts';
import { NewViewpoints } from '#contract/viewpoints/routes.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { count } from '#web/lib/format/format.ts';
import { setFieldErrors } from '#web/lib/forms/field-errors.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import { type DraftForm, useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { kindOfPicture, SmallPicture, type TabPicture, TabPictures } from './session-pictures.tsx';
import { numberedName, viewpointTabs } from './viewpoint-labels.ts';

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
      description: 'Later visits fill them automatically. You find them on the project’s page.',
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
      description="Tick the pictures that every later visit should have again, and name what they show."
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
  const existing = present.viewpoints.find((each) => each.picture?.item.id === item.id);
  const isTicked = index >= 0;
  return (
    <>
      <SmallPicture item={item} />
      {existing && <p className="text-muted text-sm">Stands for {numberedName(existing)}</p>}
      {/* One that was ticked before somebody else placed it can be unticked. */}
      {(!existing || isTicked) && (
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
