// A bar that shows how good a new password is, and asks for twelve characters.
import { classNames } from '#web/lib/format/class-names.ts';
import { passwordStrength } from './password-strength.ts';

const colours = ['bg-red-ink', 'bg-red-ink', 'bg-yellow-ink', 'bg-green-ink', 'bg-green-ink'];

export function PasswordMeter({ password }: { password: string }) {
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
