// 'Edit brand': the company's name, colour and address, and how words can be read in that colour; the logo is stored at once.
import { useWatch } from 'react-hook-form';
import { editBrand, maxBrandName, type SavedBrand } from '#contract/brand.ts';
import { BrandEdit } from '#contract/schemas/brand.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { formResolver } from '#web/lib/form-resolver.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useDraftForm } from '#web/lib/use-draft-form.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DraftNotes } from '#web/ui/draft-notes.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { ColourField } from './colour-field.tsx';
import { LogoField } from './logo-field.tsx';

/** `hasColour`: not the product's own. */
export type BrandDraft = { name: string; hasColour: boolean; colour: string; address: string };

/** What the picker starts from. */
const ownColour = '#1a5fb4';

function stateOf({ version, name, colour, address }: SavedBrand): { version: number; values: BrandDraft } {
  return { version, values: { name, hasColour: colour !== null, colour: colour ?? ownColour, address } };
}

/** A name that stands in the environment is not sent. */
const bodyFor =
  (saved: SavedBrand) =>
  ({ name, hasColour, colour, address }: BrandDraft) => ({
    ...(saved.fixed.includes('name') ? {} : { name }),
    colour: hasColour ? colour.trim() : null,
    address,
  });

const labels = { name: 'Name', hasColour: 'A colour of its own', colour: 'Colour', address: 'Address' };
const onOff = new Map<unknown, string>([
  [true, 'Yes'],
  [false, 'No'],
]);
const inWords = (_: string, value: unknown) => onOff.get(value);

export function BrandDialog({ saved, ...control }: DialogControl & { saved: SavedBrand }) {
  const { person } = useCurrentUser();
  const bodyOf = bodyFor(saved);
  const draft = useDraftForm<BrandDraft>({
    owner: person.id,
    name: 'edit brand',
    initial: stateOf(saved),
    resolver: formResolver(BrandEdit, bodyOf),
  });
  const { form } = draft;
  const { run, isPending } = useMutation(editBrand, {
    successToast: { title: 'Brand changed', description: 'Pages that are open show it when they are loaded next.' },
    errorToast: { title: 'Failed to change the brand' },
    onError: (error) => draft.takeStale(error, stateOf) || setFieldErrors(error, form),
    onSuccess: () => {
      draft.done();
      control.onOpenChange(false);
    },
  });
  const { errors } = form.formState;
  const [hasColour, colour] = useWatch({ control: form.control, name: ['hasColour', 'colour'] });
  const isFixed = saved.fixed.includes('name');
  return (
    <FormDialog
      {...control}
      title="Edit brand"
      submitLabel="Save"
      pendingLabel="Saving..."
      onSubmit={form.handleSubmit((values) => run({ body: { ...bodyOf(values), version: draft.version } }))}
      pending={isPending}
    >
      <DraftNotes draft={draft} labels={labels} describe={inWords} />
      <Field
        label="Name"
        hint={isFixed ? 'Set in the environment (BRAND_NAME), and changed there' : undefined}
        error={errors.name?.message}
      >
        <Input autoComplete="off" maxLength={maxBrandName} readOnly={isFixed} {...form.register('name')} />
      </Field>
      <LogoField logo={saved.logo} />
      <Checkbox label="A colour of its own" {...form.register('hasColour')} />
      {hasColour && (
        <ColourField
          colour={colour}
          error={errors.colour?.message}
          onPick={(picked) => form.setValue('colour', picked, { shouldDirty: true, shouldValidate: true })}
          {...form.register('colour')}
        />
      )}
      <Field
        label="Address"
        optional
        hint="As on a letter. It stands at the foot of reports and mails"
        error={errors.address?.message}
      >
        <Textarea rows={4} autoComplete="off" {...form.register('address')} />
      </Field>
    </FormDialog>
  );
}
