// 'Edit brand': the company's name, colour and address, and how words can be read in that colour; the logo is stored at once.
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { changeLogo, editBrand, maxBrandName, removeLogo, type SavedBrand } from '#contract/settings/endpoints.ts';
import { BrandEdit } from '#contract/settings/routes.ts';
import { ImageButton, refuseImage } from '#web/features/accounts/fields/image-button.tsx';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { ColourField } from './colour-field.tsx';
import { useSettingsForm } from './use-settings-form.ts';

/** `hasColour`: not the product's own. */
type BrandDraft = { name: string; hasColour: boolean; colour: string; address: string };

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
  const bodyOf = bodyFor(saved);
  const { draft, form, dialog } = useSettingsForm<BrandDraft, typeof editBrand>({
    control,
    saved,
    name: 'edit brand',
    route: editBrand,
    schema: BrandEdit,
    stateOf,
    bodyOf,
    successToast: { title: 'Brand changed', description: 'Pages that are open show it when they are loaded next.' },
    failure: 'Failed to change the brand',
  });
  const { errors } = form.formState;
  const [hasColour, colour] = useWatch({ control: form.control, name: ['hasColour', 'colour'] });
  const isFixed = saved.fixed.includes('name');
  return (
    <FormDialog {...dialog} title="Edit brand">
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

// The company's logo and the buttons that change it; as a profile photo it is stored at once, apart from the rest of the form.
function LogoField({ logo }: { logo: string | null }) {
  const [shown, setShown] = useState(logo);
  const upload = useMutation(changeLogo, {
    successToast: 'Logo changed',
    onError: refuseImage('Failed to upload the logo. Please try again.'),
    onSuccess: (saved) => setShown(saved.logo),
  });
  const remove = useMutation(removeLogo, {
    successToast: 'Logo removed',
    errorToast: { title: 'Failed to remove the logo' },
    onSuccess: (saved) => setShown(saved.logo),
  });
  return (
    <div className="grid gap-1.5">
      <span className="font-medium">Logo</span>
      <div className="flex flex-wrap items-center gap-3">
        {shown && <img src={shown} alt="Logo" className="h-12 max-w-40 object-contain" />}
        <ImageButton
          label={shown ? 'Change logo' : 'Upload logo'}
          isStoring={upload.isPending}
          onChoose={(chosen) => upload.run({ body: { logo: chosen } })}
        />
        {shown && (
          <Button variant="ghost" pending={remove.isPending} onClick={() => remove.run({})}>
            Remove logo
          </Button>
        )}
      </div>
      <p className="text-muted text-sm">
        An image of at most 5 MB that is seen on white and on black. It is stored at once.
      </p>
    </div>
  );
}
