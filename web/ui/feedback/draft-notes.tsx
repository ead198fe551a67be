// Above the fields of a form: that a draft was restored, and theirs beside yours where somebody else changed the same thing.
import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type Difference, type DraftForm, isSame } from '#web/lib/forms/use-draft-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DraftRestored } from './keep-notice.tsx';
import { Notice } from './notice.tsx';

type DraftNotesProps<Values extends FieldValues> = {
  draft: DraftForm<Values>;
  /** What each field is called; of one without a name only its value is merged. */
  labels?: Record<string, string>;
  /** A value in words, where it is none by itself. */
  describe?: ((path: string, value: unknown) => ReactNode) | undefined;
};

export function DraftNotes<Values extends FieldValues>({ draft, labels = {}, describe }: DraftNotesProps<Values>) {
  const { differences, restored, discard } = draft;
  const named = differences?.filter(({ path }) => labels[path] !== undefined);
  return (
    <>
      <DraftRestored restored={restored} discard={discard} />
      {named && (
        <Notice tone="yellow" icon={Users} role="status">
          <p ref={bringIntoSight} className="scroll-mt-8 font-medium">
            Somebody else changed this meanwhile. Your changes are kept.
          </p>
          <p>
            {named.length === 0
              ? 'What they changed is in the form now. Save again.'
              : 'Their other changes are included. Choose where you differ, then save again.'}
          </p>
          <ul className="mt-2 grid gap-3">
            {named.map((difference) => (
              <Choice
                key={difference.path}
                difference={difference}
                label={labels[difference.path] as string}
                draft={draft}
                inWords={(value) => describe?.(difference.path, value) ?? plain(value)}
              />
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function plain(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value ?? '');
}

function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

type ChoiceProps<Values extends FieldValues> = {
  difference: Difference;
  label: string;
  draft: DraftForm<Values>;
  inWords: (value: unknown) => ReactNode;
};

function Choice<Values extends FieldValues>({ difference, label, draft, inWords }: ChoiceProps<Values>) {
  const { path, theirs, yours } = difference;
  const now = draft.form.watch(path as never) as unknown;
  const versions = [
    ['Theirs', theirs],
    ['Yours', yours],
  ] as const;
  return (
    <li>
      <p className="font-medium text-sm">{label}</p>
      <div className="mt-1 grid gap-2 sm:grid-cols-2">
        {versions.map(([whose, value]) => (
          <div
            key={whose}
            className="grid content-start justify-items-start gap-1 rounded-control bg-raised p-2 text-ink"
          >
            <p className="wrap-anywhere line-clamp-6 whitespace-pre-line">
              <span className="text-muted">{whose}: </span>
              {inWords(value) || '(empty)'}
            </p>
            <Button
              size="sm"
              aria-label={`Use ${whose.toLowerCase()}: ${label}`}
              aria-pressed={isSame(now, value)}
              aria-disabled={isSame(now, value)}
              onClick={() => draft.choose(path, value)}
            >
              {isSame(now, value) ? 'In the form' : `Use ${whose.toLowerCase()}`}
            </Button>
          </div>
        ))}
      </div>
    </li>
  );
}
