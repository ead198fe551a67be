// The company's colour, typed or picked, with what becomes of it: the shades in which words can be read, on light and on dark.
import type { ComponentProps } from 'react';
import { contrast, isReadable, type Shades, shadesOf } from '#contract/settings/brand-shades.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';

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
          ? 'Words can be read in it and on it as it is.'
          : `White words on it would have ${ratio('#ffffff', colour)}, and need 4.5:1: a darker shade takes its place wherever words stand on it or in it.`}
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
