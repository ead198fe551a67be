// The login page. It stands alone: no query layer, no Radix; its form posts without any script.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { login } from '#contract/accounts/auth.ts';
import type { User } from '#contract/accounts/users.ts';
import { safeRedirect } from '#contract/core/safe-redirect.ts';
import type { SiteConfig } from '#contract/pages/page-render.ts';
import { messageOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/http-client.ts';
import { demoLogins } from '#web/lib/device/site-config.ts';
import { toast, toastFailure } from '#web/lib/page/toast.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, FieldError } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { formClass, LoneForm } from './lone-form.tsx';

export type LoginPageProps = {
  site: SiteConfig;
  /** What the server says of a login that was posted without script. */
  failure?: string | undefined;
  /** Before the way on to the page that the person was heading for. */
  onLogin: (user: User) => void;
};

export function LoginPage({ site, failure, onLogin }: LoginPageProps) {
  const form = useRef<HTMLFormElement>(null);
  const { signIn, pending, problem = failure } = useLogin(onLogin);
  const wantsProfile = useNext() === '/profile';
  return (
    <LoneForm site={site} title="Sign in" heading={site.brand.name} below="Your building sites, seen as they rise.">
      {/* Without an action it posts to this very address, `next` included (behaviour §8.1). */}
      <form ref={form} method="post" noValidate onSubmit={signIn} className={formClass}>
        <Field label="Username">
          <Input name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} required />
        </Field>
        <Field label="Password">
          <Input name="password" type="password" autoComplete="current-password" required />
        </Field>
        {wantsProfile && <p className="text-muted">Please log in to view your profile.</p>}
        {problem && <FieldError id="login-problem">{problem}</FieldError>}
        <Button type="submit" variant="primary" size="lg" pending={pending} pendingLabel="Signing in...">
          Sign In
        </Button>
      </form>
      <p className="mt-4 text-center text-sm">
        <a href="/forgot-password" className="touch-target rounded-control underline underline-offset-2">
          Forgotten your password?
        </a>
      </p>
      {site.demo && <DemoLogins logins={demoLogins} onChoose={(chosen) => fill(form.current, chosen)} />}
      <p className="mt-6 text-center text-muted text-sm">
        <a href="/" className="rounded-control underline underline-offset-2 hover:text-ink">
          About {site.brand.name}
        </a>
      </p>
    </LoneForm>
  );
}

/** The path that the person was heading for. By hand: useSearchParams would bring the application's kit to this light page. */
function readNext(): string | null {
  return new URLSearchParams(location.search).get('next');
}

/** Known after the first paint, because the server renders one page for all addresses that lead on. */
function useNext(): string | null {
  const [next, setNext] = useState<string | null>(null);
  useEffect(() => setNext(readNext()), []);
  return next;
}

function fill(form: HTMLFormElement | null, { username, password }: { username: string; password: string }): void {
  if (!form) return;
  for (const [name, value] of Object.entries({ username, password })) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  }
  form.querySelector<HTMLElement>('[type="submit"]')?.focus();
}

/** The contract's sentence; its schema would bring Zod, a seventh of all that this page loads. */
const fillAll = 'Please fill in all fields';

/** Failures stand beside the form and in a toast; what was typed stays. */
function useLogin(onLogin: LoginPageProps['onLogin']) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();

  const fail = (title: string, description?: string) => {
    setProblem(description ?? title);
    toastFailure(title, description);
  };
  async function enter(credentials: { username: string; password: string }) {
    setPending(true);
    setProblem(undefined);
    try {
      onLogin(await call(login, { body: credentials }));
      toast({ title: 'Login successful', description: 'Welcome back!' });
      navigate(safeRedirect(readNext()), { replace: true });
    } catch (error) {
      fail('Login failed', messageOf(error, 'Invalid username or password'));
      setPending(false);
    }
  }
  const signIn = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const fields = new FormData(event.currentTarget);
    const username = String(fields.get('username')).trim();
    const password = String(fields.get('password'));
    if (username && password) void enter({ username, password });
    else fail(fillAll);
  };
  return { signIn, pending, problem };
}

type DemoLogin = { username: string; password: string };
type DemoLoginsProps = { logins: readonly DemoLogin[]; onChoose: (login: DemoLogin) => void };

function DemoLogins({ logins, onChoose }: DemoLoginsProps) {
  return (
    <section aria-labelledby="demo-logins" className="mt-4 rounded-card border border-line border-dashed p-4">
      <h2 id="demo-logins" className="font-medium">
        Demo logins
      </h2>
      <p className="mt-0.5 text-muted text-sm">
        The password of all three is <code className="text-ink">{logins[0]?.password}</code>
      </p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {logins.map((login) => (
          <li key={login.username}>
            <button
              type="button"
              onClick={() => onChoose(login)}
              className="touch-target h-8 rounded-control border border-line-strong bg-surface px-2.5 font-medium text-sm hover:bg-sunken"
            >
              {login.username}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
