// 'Forgotten password': one field, and an answer that does not tell whether there is such an account.
import { type FormEvent, useState } from 'react';
import { requestReset, resetMinutes } from '#contract/accounts/auth.ts';
import type { SiteConfig } from '#contract/pages/page-render.ts';
import { messageOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/http-client.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, FieldError } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { formClass, LoneForm } from './lone-form.tsx';

export function ForgotPasswordPage({ site }: { site: SiteConfig }) {
  const { ask, pending, isAsked, problem } = useRequest();
  const below = site.canMail ? "We'll send you a link to choose a new one." : 'An administrator can help you.';
  return (
    <LoneForm site={site} title="Forgotten password" heading="Forgotten your password?" below={below}>
      {!site.canMail && <AskAdmin brand={site.brand} />}
      {site.canMail && isAsked && (
        <p role="status" className={formClass}>
          If the account exists, a link is on its way to its email address. It works once, within {resetMinutes}{' '}
          minutes. Check your spam folder too.
        </p>
      )}
      {site.canMail && !isAsked && (
        <form noValidate onSubmit={ask} className={formClass}>
          <Field label="Username or email">
            <Input name="account" autoComplete="username" autoCapitalize="none" spellCheck={false} required />
          </Field>
          {problem && <FieldError id="request-problem">{problem}</FieldError>}
          <Button type="submit" variant="primary" size="lg" pending={pending} pendingLabel="Sending...">
            Send the Link
          </Button>
        </form>
      )}
      <p className="mt-6 text-center text-muted text-sm">
        <a href="/login" className="touch-target rounded-control underline underline-offset-2 hover:text-ink">
          Back to Sign In
        </a>
      </p>
    </LoneForm>
  );
}

/** Nobody can be mailed from here; links to copy are shown to administrators only. */
function AskAdmin({ brand: { name, email } }: Pick<SiteConfig, 'brand'>) {
  return (
    <p className={formClass}>
      <span>
        {name} cannot send email from here. Ask an administrator for a link to set a new password
        {email && (
          <>
            , or write to{' '}
            <a href={`mailto:${email}`} className="wrap-anywhere underline underline-offset-2">
              {email}
            </a>
          </>
        )}
        .
      </span>
    </p>
  );
}

const fillIn = 'Enter your username or email';

function useRequest() {
  const [pending, setPending] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function send(account: string) {
    setPending(true);
    setProblem(undefined);
    try {
      await call(requestReset, { body: { account } });
      setAsked(true);
    } catch (error) {
      setProblem(messageOf(error, 'The link could not be requested'));
    }
    setPending(false);
  }
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const account = String(new FormData(event.currentTarget).get('account')).trim();
    if (account === '') setProblem(fillIn);
    else if (!pending) void send(account);
  };
  return { ask, pending, isAsked, problem };
}
