// The three logins of the demo company, one click to fill in.
type DemoLogin = { username: string; password: string };
type DemoLoginsProps = { logins: readonly DemoLogin[]; onChoose: (login: DemoLogin) => void };

export function DemoLogins({ logins, onChoose }: DemoLoginsProps) {
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
