// The choices of a new link that few need: questions to whoever shares it, and the sites on which its page may be embedded.
import { useState } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { maxEmbedSites, type ShareDays } from '#contract/sharing/endpoints.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';

/** `embedSites`: as they are typed, one after the other. */
export type ShareDraft = {
  recipient: string;
  days: `${ShareDays}`;
  pin: string;
  downloads: boolean;
  players: boolean;
  questions: boolean;
  embedSites: string;
};

type ShareMoreProps = {
  register: UseFormRegister<ShareDraft>;
  /** Where questions would be sent; null if the account has no address. */
  email: string | null;
  /** A report is a file, which no site can embed. */
  embeddable: boolean;
  error: string | undefined;
  /** Something is chosen, as in a restored draft. */
  filled: boolean;
};

export function ShareMore({ register, email, embeddable, error, filled }: ShareMoreProps) {
  const [isOpen, setOpen] = useState(filled);
  return (
    <details
      className="group"
      open={isOpen || error !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer py-2 font-medium text-sm">More</summary>
      <div className="grid gap-4 pt-2">
        {email !== null && (
          <Checkbox
            label="Offer ‘Ask a question’"
            hint={`The page shows your email address, ${email}.`}
            {...register('questions')}
          />
        )}
        {embeddable && (
          <Field
            label="Sites that may embed it"
            optional
            hint={`Such as www.example.com, at most ${maxEmbedSites}. Everybody who visits them sees the page, and its address; a link with a PIN cannot be embedded.`}
            error={error}
          >
            <Input autoComplete="off" autoCapitalize="off" spellCheck={false} {...register('embedSites')} />
          </Field>
        )}
      </div>
    </details>
  );
}
