// How good a password is, by its length: what repeats or counts on adds next to nothing. The server decides what is taken.

export type PasswordStrength = { level: 0 | 1 | 2 | 3 | 4; label: string };

const labels = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;
/** Characters from which on a level is reached. */
const steps = [6, 8, 12, 16] as const;

/** Characters that do not follow from those before, the others for a tenth: 'aaaa', '1234' and 'abab' are about two. */
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
