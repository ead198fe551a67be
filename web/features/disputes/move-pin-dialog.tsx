// Asks whether a concern shall be moved to the place that its raiser has just pointed at, and which one where that is not said yet.
import { useState } from 'react';
import { moveDispute } from '#contract/disputes/anchors.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import type { Pointed } from '#web/media/frame/pinning.ts';
import { PointedCrop } from '#web/media/pins/crop.tsx';
import { useMovable } from '#web/media/pins/use-pins.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Select } from '#web/ui/controls/select.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

/** `of`: the concern; absent where it is chosen here. */
type MovePinDialogProps = DialogControl & Pointed & { of?: number | undefined };

export function MovePinDialog({ of, anchor, picture, session, ...control }: MovePinDialogProps) {
  const isAsked = of === undefined;
  const { list, movable } = useMovable(session.id, { enabled: control.open && isAsked });
  const [chosen, setChosen] = useState<number>();
  const concern = movable.find(({ id }) => id === chosen) ?? movable[0];
  const id = of ?? concern?.id;
  const keepsFormer = !isAsked || concern?.anchor;
  const move = useMutation(moveDispute, {
    successToast: { title: 'Concern moved', description: 'The others in this concern have been notified.' },
    errorToast: 'The concern could not be moved',
    onSuccess: () => control.onOpenChange(false),
  });
  return (
    <FormDialog
      {...control}
      size="sm"
      title={isAsked ? 'Move a Concern Here' : 'Move the Concern Here?'}
      description={keepsFormer ? 'The conversation keeps the previous place.' : 'It has no place yet.'}
      submitLabel="Move Concern"
      disabled={id === undefined}
      pending={move.isPending}
      pendingLabel="Moving..."
      onSubmit={() => id !== undefined && move.run({ params: { id }, body: { anchor } })}
    >
      <PointedCrop anchor={anchor} picture={picture} />
      {isAsked && list.isPending && <Skeleton className="h-16" />}
      {isAsked && list.error && !list.data && <QueryError query={list} />}
      {isAsked && list.data && movable.length === 0 && <p>No open concern of yours is about this session.</p>}
      {isAsked && movable.length > 0 && (
        <Field label="Concern">
          <Select value={id} onChange={(event) => setChosen(Number(event.target.value))}>
            {movable.map((one) => (
              <option key={one.id} value={one.id}>
                {`#${one.id} · ${one.anchor ? one.anchor.name || 'Pinned' : 'No place yet'} · ${one.reason.slice(0, 60)}`}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </FormDialog>
  );
}
