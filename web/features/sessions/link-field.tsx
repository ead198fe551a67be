// A field for a media link that says at once what the link was taken for.
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { describeLink } from './link-words.ts';

type LinkFieldProps = {
  label: string;
  hint: string;
  value: string;
  error: string | undefined;
  input: ComponentProps<'input'>;
};

export function LinkField({ label, hint, value, error, input }: LinkFieldProps) {
  const taken = describeLink(value);
  return (
    <Field label={label} optional hint={taken ? <Taken {...taken} /> : hint} error={error}>
      <Input type="url" inputMode="url" placeholder="https://" autoComplete="off" {...input} />
    </Field>
  );
}

function Taken({ known, words }: { known: boolean; words: string }) {
  const Icon = known ? CircleCheck : TriangleAlert;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden="true" className={known ? 'size-4 text-green-ink' : 'size-4 text-yellow-ink'} />
      {words}
    </span>
  );
}
