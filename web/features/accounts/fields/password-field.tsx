// A password field whose content can be shown while typing.

import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';

// Strength bar of a new password, which asks for twelve characters.
// Rates a password by its length: repeated or sequential characters add next to nothing. The server decides what is accepted.
type PasswordStrength = { level: 0 | 1 | 2 | 3 | 4; label: string };

const labels = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;
/** The number of characters at which a level is reached. */
const steps = [6, 8, 12, 16] as const;

/** Counts characters that do not follow from those before, and a tenth of the others: 'aaaa', '1234' and 'abab' count as about two. */
function surprises(password: string): number {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0);
  const stepTo = (at: number) => (codes[at] ?? 0) - (codes[at - 1] ?? 0);
  const follows = (at: number) =>
    at > 1 && (codes[at] === codes[at - 2] || (Math.abs(stepTo(at)) <= 1 && stepTo(at) === stepTo(at - 1)));
  const following = codes.filter((_, at) => follows(at)).length;
  return codes.length - following + following / 10;
}

export function passwordStrength(password: string): PasswordStrength {
  const length = surprises(password);
  const level = steps.filter((step) => length >= step).length as PasswordStrength['level'];
  return { level, label: labels[level] };
}

const colours = ['bg-red-ink', 'bg-red-ink', 'bg-yellow-ink', 'bg-green-ink', 'bg-green-ink'];

function PasswordMeter({ password }: { password: string }) {
  if (password === '') return null;
  const { level, label } = passwordStrength(password);
  const advice = [...password].length < 12 ? `${label}. 12 characters or more are better.` : `${label}.`;
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={classNames('h-1.5 rounded-full', step <= Math.max(1, level) ? colours[level] : 'bg-line-strong')}
          />
        ))}
      </span>
      <output className="text-muted text-sm">{advice}</output>
    </div>
  );
}

type PasswordFieldProps = {
  label: string;
  error: string | undefined;
  hint?: string | undefined;
  optional?: boolean | undefined;
  input: ComponentProps<'input'>;
  /** The typed value of a new password: a bar then shows its strength. */
  chosen?: string | undefined;
};

/** The hint says what the error says, so only one of them is shown. */
export function PasswordField({ label, input, hint, chosen = '', ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={rest.error ? undefined : hint} {...rest}>
      <span className="flex gap-2">
        <Input {...input} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
        <Button
          icon={isShown ? EyeOff : Eye}
          aria-pressed={isShown}
          aria-label={`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </Button>
      </span>
      <PasswordMeter password={chosen} />
    </Field>
  );
}
