// Which dialog of a page is open, and what it is about.
import { Fragment, type ReactNode, useCallback, useId, useState } from 'react';

export type DialogControl = { open: boolean; onOpenChange: (open: boolean) => void };

type Open<Subjects> = <Name extends keyof Subjects>(
  name: Name,
  ...subject: unknown extends Subjects[Name] ? [] : [Subjects[Name]]
) => void;

/**
 * `useDialogs({ edit: (control, session: Session) => <EditDialog {...control} session={session} /> })`: `open('edit', session)` opens
 * it. Render `dialogs` once, where they outlive the row that opened them. A closed dialog stays mounted until another one opens, so
 * that it can leave gracefully. Each opening is a new form: what was typed and not sent is a draft (use-draft-form.ts).
 */
export function useDialogs<Subjects>(
  render: {
    [Name in keyof Subjects]: (control: DialogControl, subject: Subjects[Name]) => ReactNode;
  },
) {
  const [shown, setShown] = useState<{ name: keyof Subjects; subject: never; opening: number }>();
  const [isOpen, setOpen] = useState(false);
  const open = useCallback<Open<Subjects>>((name, subject?) => {
    setShown((before) => ({ name, subject: subject as never, opening: (before?.opening ?? 0) + 1 }));
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  // Those of two calls may stand beside each other: React must not take the one for the other.
  const id = useId();
  const dialogs = shown && (
    <Fragment key={`${id} ${shown.opening}`}>
      {render[shown.name]({ open: isOpen, onOpenChange: setOpen }, shown.subject)}
    </Fragment>
  );
  return { open, close, isOpen, dialogs };
}
