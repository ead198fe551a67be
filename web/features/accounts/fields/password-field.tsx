// A password that may be looked at while it is typed.
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { PasswordMeter } from './password-meter.tsx';

type PasswordFieldProps = {
  label: string;
  error: string | undefined;
  hint?: string | undefined;
  optional?: boolean | undefined;
  input: ComponentProps<'input'>;
  /** What is typed, where it is a new password: a bar then shows how good it is. */
  chosen?: string | undefined;
};

/** The hint says what the error says, so that only one of them stands there. */
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
