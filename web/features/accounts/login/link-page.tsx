// The page of a one-time link: somebody who was invited, or forgot their password, chooses one.
import { Eye } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { parseLinkPath, setPassword } from '#contract/accounts/auth.ts';
import type { OpenedLink } from '#contract/accounts/auth-routes.ts';
import type { SiteConfig } from '#contract/pages/page-render.ts';
import { ApiError, messageOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/http-client.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { formClass, LoneForm } from './lone-form.tsx';

type Closed = Exclude<OpenedLink, { state: 'open' }>;

/** The server's result; empty where it could not render the page, and the call will show it. */
export function LinkPage({ site }: { site: SiteConfig }) {
  const kind = site.link?.kind ?? 'reset';
  const [link, setLink] = useState<OpenedLink>(site.link ?? { state: 'unknown', kind });
  const [doneFor, setDoneFor] = useState<string>();
  if (doneFor !== undefined) return <Done site={site} username={doneFor} />;
  if (link.state !== 'open') return <ClosedLink site={site} link={link} />;
  const isInvited = kind === 'invitation';
  return (
    <LoneForm
      site={site}
      title="Choose a password"
      heading={isInvited ? `Welcome to ${site.brand.name}` : 'Choose a new password'}
      below={isInvited ? `${link.name}, choose a password for your account.` : `For the account of ${link.name}.`}
    >
      <PasswordForm
        username={link.username}
        onClosed={(state) => setLink({ state, kind })}
        onDone={(username, loggedIn) => {
          // Reloads as the logged-in person, and leaves this page out of the history.
          if (loggedIn) location.replace('/dashboard');
          else setDoneFor(username);
        }}
      />
    </LoneForm>
  );
}

type FormProps = {
  username: string;
  onClosed: (state: Closed['state']) => void;
  onDone: (username: string, loggedIn: boolean) => void;
};

/** The contract's sentence; importing its schema would add Zod, a seventh of this page's code. */
const tooShort = 'Password must be at least 6 characters';

function PasswordForm({ username, onClosed, onDone }: FormProps) {
  const { save, pending, problem } = usePassword(onClosed, onDone);
  const [isShown, setShown] = useState(false);
  return (
    <form noValidate onSubmit={save} className={formClass}>
      <Field label="Username">
        <Input name="username" autoComplete="username" value={username} readOnly />
      </Field>
      <Field
        label="New password"
        hint={problem ? undefined : 'At least 6 characters; 12 or more are better'}
        error={problem}
      >
        <span className="flex gap-2">
          <Input
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <Button
            icon={Eye}
            aria-pressed={isShown}
            aria-label={`${isShown ? 'Hide' : 'Show'} new password`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </Button>
        </span>
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={pending} pendingLabel="Saving...">
        Set Password
      </Button>
    </form>
  );
}

const closedBy: Record<string, Closed['state']> = {
  link_used: 'used',
  link_expired: 'expired',
  link_unknown: 'unknown',
};

function usePassword(onClosed: FormProps['onClosed'], onDone: FormProps['onDone']) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function send(password: string) {
    setPending(true);
    setProblem(undefined);
    try {
      const token = parseLinkPath(location.pathname)?.token ?? '';
      const { username, loggedIn } = await call(setPassword, { body: { token, password } });
      onDone(username, loggedIn);
    } catch (error) {
      const state = error instanceof ApiError ? closedBy[error.code ?? ''] : undefined;
      if (state) onClosed(state);
      else setProblem(messageOf(error, 'The password could not be saved'));
      setPending(false);
    }
  }
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    if (password.length < 6) setProblem(tooShort);
    else if (!pending) void send(password);
  };
  return { save, pending, problem };
}

function Done({ site, username }: { site: SiteConfig; username: string }) {
  return (
    <LoneForm
      site={site}
      title="Password set"
      heading="Your password is set"
      below={`${username} is logged out everywhere.`}
    >
      <div role="status" className={formClass}>
        <LinkButton href="/login" variant="primary" size="lg" reload>
          Sign In
        </LinkButton>
      </div>
    </LoneForm>
  );
}

type ClosedTexts = { heading: string; invitation: string; reset: string };

const words: Record<Closed['state'], ClosedTexts> = {
  used: {
    heading: 'This link has been used',
    invitation: 'A password was already chosen with it. Sign in with that password.',
    reset: 'A new password was already set with it. Sign in with that password.',
  },
  expired: {
    heading: 'This link is no longer valid',
    invitation: 'Ask the person who invited you for a new one.',
    reset: 'It was valid for 30 minutes, or a newer one has replaced it. Ask for a new one.',
  },
  unknown: {
    heading: 'This link does not work',
    invitation: 'Check that you copied all of it, or ask the person who invited you for a new one.',
    reset: 'Check that you copied all of it, or ask for a new one.',
  },
  unavailable: {
    heading: 'This cannot be opened right now',
    invitation: 'Nothing is lost: the link still works. Please try again in a minute.',
    reset: 'Nothing is lost: please try again in a minute.',
  },
};

function ClosedLink({ site, link: { state, kind } }: { site: SiteConfig; link: Closed }) {
  const { heading, [kind]: below } = words[state];
  return (
    <LoneForm site={site} title={heading} heading={heading} below={below}>
      <div className={formClass}>
        {state === 'unavailable' ? (
          <Button variant="primary" size="lg" onClick={() => location.reload()}>
            Try Again
          </Button>
        ) : (
          <LinkButton href="/login" variant="primary" size="lg" reload>
            Sign In
          </LinkButton>
        )}
        {kind === 'reset' && (
          <LinkButton href="/forgot-password" reload>
            Ask for a New Link
          </LinkButton>
        )}
      </div>
    </LoneForm>
  );
}
