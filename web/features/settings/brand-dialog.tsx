// 'Edit brand': the company's name, colour and address, and how words can be read in that colour; the logo is stored at once.
import { type ComponentProps, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { contrast, isReadable, type Shades, shadesOf } from '#contract/settings/brand-shades.ts';
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
import { useSettingsForm } from './use-settings-form.ts';

// The company's colour, typed or picked, with what becomes of it: the shades in which words can be read, on light and on dark.
type ColourFieldProps = ComponentProps<typeof Input> & {
  colour: string;
  error: string | undefined;
  onPick: (colour: string) => void;
};

export function ColourField({ colour, error, onPick, ...input }: ColourFieldProps) {
  const typed = colour.trim().toLowerCase();
  const isColour = /^#[\da-f]{6}$/.test(typed);
  return (
    <div className="grid gap-3">
      <div className="flex items-end gap-2">
        <Field label="Colour" hint="A # and six digits, such as #1a5fb4" error={error} className="grow">
          <Input autoComplete="off" spellCheck={false} maxLength={7} {...input} />
        </Field>
        <input
          type="color"
          aria-label="Pick a colour"
          value={isColour ? typed : '#000000'}
          onChange={({ target }) => onPick(target.value)}
          className="touch-target mb-6.5 h-9 w-12 shrink-0 self-end rounded-control border border-field-line bg-surface"
        />
      </div>
      {isColour && <Shown colour={typed} />}
    </div>
  );
}

const pages = { light: '#ffffff', dark: '#14171b' };
const ratio = (one: string, other: string) => `${(Math.floor(contrast(one, other) * 10) / 10).toFixed(1)}:1`;

function Shown({ colour }: { colour: string }) {
  const { light, dark } = shadesOf(colour);
  return (
    <div className="grid gap-2">
      <p className="text-muted text-sm" role="status">
        {isReadable(colour)
          ? 'Text in this colour and on it is readable as it is.'
          : `White text on it would have a contrast of ${ratio('#ffffff', colour)} and needs 4.5:1: a darker shade is used wherever text is on it or in it.`}
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Sample label="Light" page={pages.light} ink="#586070" shades={light} />
        <Sample label="Dark" page={pages.dark} ink="#a1a9b5" shades={dark} />
      </div>
    </div>
  );
}

type SampleProps = { label: string; page: string; ink: string; shades: Shades };

/** As it will look, whatever the colours of the page around it. */
function Sample({ label, page, ink, shades }: SampleProps) {
  return (
    <div
      className="grid justify-items-start gap-1.5 rounded-control border border-line p-3 text-sm"
      style={{ background: page }}
    >
      <span style={{ color: ink }}>{label}</span>
      <span className="rounded-control px-2.5 py-1 text-white" style={{ background: shades.ground }}>
        Button {ratio('#ffffff', shades.ground)}
      </span>
      <span style={{ color: shades.ink }}>Link {ratio(shades.ink, page)}</span>
    </div>
  );
}

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

const labels = { name: 'Name', hasColour: 'Custom colour', colour: 'Colour', address: 'Address' };

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
    successToast: { title: 'Brand changed', description: 'Pages that are open show it after a reload.' },
    failure: 'Failed to change the brand',
  });
  const { errors } = form.formState;
  const [hasColour, colour] = useWatch({ control: form.control, name: ['hasColour', 'colour'] });
  const isFixed = saved.fixed.includes('name');
  return (
    <FormDialog {...dialog} title="Edit brand">
      <DraftNotes draft={draft} labels={labels} />
      <Field
        label="Name"
        hint={isFixed ? 'Set by BRAND_NAME on the server; change it there' : undefined}
        error={errors.name?.message}
      >
        <Input autoComplete="off" maxLength={maxBrandName} readOnly={isFixed} {...form.register('name')} />
      </Field>
      <LogoField logo={saved.logo} />
      <Checkbox label="Custom colour" {...form.register('hasColour')} />
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
        hint="As on a letterhead. It appears at the foot of reports and emails"
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
        An image of at most 5 MB that is visible on white and on black. It is saved at once.
      </p>
    </div>
  );
}
