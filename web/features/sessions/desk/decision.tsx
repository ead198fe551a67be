// The decision about the open session; on small screens a sheet at the bottom, within reach of a thumb.

import { Check, ChevronLeft, ChevronRight, X } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Session } from '#contract/sessions/endpoints.ts';
import { rejectionReasons } from '#contract/sessions/rejection.ts';
import { preloadQuestion, useApprovalQuestion } from '#web/features/sessions/decision/approval-question.tsx';
import { RowDecision } from '#web/features/sessions/decision/one-click.tsx';
import type { ReviewDraft } from '#web/features/sessions/decision/use-review.ts';
import { isEmptyRejection, rejectionOf } from '#web/features/sessions/decision/use-review.ts';
import { UploadingBox } from '#web/features/sessions/parts/travelling.tsx';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { count } from '#web/lib/format/format.ts';
import { isSwitchedOff, isTyping } from '#web/lib/page/letter-keys.ts';
import { useAfterPaint } from '#web/lib/page/use-after-paint.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { DraftRestored, KeepNotice } from '#web/ui/feedback/keep-notice.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { useDeskKeys } from './desk-keys.ts';
import type { Desk } from './use-desk.ts';
import type { Fold } from './verdict-line.tsx';

// Why a session goes back, written and ticked on the desk: kept on the device until the rejection was answered.

/** Only the field for the words is there with the key that opens it: what is typed after it must be no key of the desk. */
export const RejectionMarks = lazySection(
  () => import('#web/features/sessions/decision/rejection-fields.tsx'),
  'RejectionMarks',
  <Skeleton className="h-40" />,
);

export type RejectionFormProps = {
  session: Session;
  text: ReviewDraft;
  /** Somebody asked for it: it takes the focus. */
  wanted: boolean;
  onReject: () => void;
  onCancel: () => void;
  onApprove: () => void;
};

export function RejectionForm({ session, text, wanted, onReject, onCancel, onApprove }: RejectionFormProps) {
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  // Before the next key.
  useLayoutEffect(() => {
    if (wanted) field.current?.focus();
  }, [wanted]);
  // On a low screen, as above the keys of a phone, the sheet stands below the media instead of over them.
  useEffect(() => {
    const inSight = () =>
      field.current === document.activeElement && field.current?.scrollIntoView({ block: 'center' });
    addEventListener('resize', inSight);
    return () => removeEventListener('resize', inSight);
  }, []);
  function submit(event: FormEvent | KeyboardEvent) {
    event.preventDefault();
    if (!isEmptyRejection(text)) return onReject();
    setProblem('Please provide a reason for rejection');
    return field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return submit(event);
    if (event.key === 'Escape') return onCancel();
    const reason = reasonOf(event, text.reason);
    if (!reason) return;
    event.preventDefault();
    reason.click();
  }
  return (
    <form
      noValidate
      autoComplete="off"
      aria-label="Rejection"
      onSubmit={submit}
      onKeyDown={onKeyDown}
      className="grid gap-3"
    >
      <KeepNotice />
      <DraftRestored {...text.draft} />
      <Field
        label="Rejection reason"
        hint={
          <>
            The photographer sees it.
            <span className="pointer-coarse:hidden">
              {' '}
              Ctrl+Enter rejects. While it is empty, digits tick the reasons.
            </span>
          </>
        }
        error={problem}
      >
        <Textarea ref={field} rows={3} {...text.fields.reason} />
      </Field>
      <RejectionMarks session={session} text={text} numbered />
      <div className="sticky bottom-0 low:static grid grid-cols-3 gap-2 bg-surface py-1 lg:-bottom-5 lg:-mb-4 lg:pb-4">
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        {/* Where the button was that opened the form: a second tap there rejects nothing without words, and approves nothing. */}
        <Button type="submit" variant="danger">
          Reject
        </Button>
        <Button onClick={onApprove}>Approve</Button>
      </div>
    </form>
  );
}

/** The reason that a digit stands for; in a field with words it is one of their letters. */
function reasonOf({ key, ctrlKey, metaKey, altKey, nativeEvent, currentTarget, target }: KeyboardEvent, words: string) {
  if (!/^[1-9]$/.test(key) || ctrlKey || metaKey || altKey || nativeEvent.isComposing || isSwitchedOff(key))
    return null;
  const isInWords = target instanceof HTMLTextAreaElement ? words !== '' : isTyping(target) && !isCheckbox(target);
  return isInWords ? null : currentTarget.querySelector<HTMLInputElement>(`[data-reason="${key}"]`);
}

const isCheckbox = (target: EventTarget) => target instanceof HTMLInputElement && target.type === 'checkbox';

/** Loaded after the decision itself, which matters more. */
const VerdictLine = lazySection(() => import('./verdict-line.tsx'), 'VerdictLine', null);
const PresenceLine = lazySection(() => import('./presence-line.tsx'), 'PresenceLine', null);

/** Needed once there is nothing to decide any more. */
const Decided = lazySection(() => import('./decided.tsx'), 'Decided', null);
const GoOn = lazySection(() => import('./decided.tsx'), 'GoOn', null);

/** While a rejection is written the sheet is as high as possible: a sticky one would end below the bar while the page is at its top. */
const raised =
  'max-lg:has-[form]:fixed max-lg:has-[form]:inset-x-0 max-lg:has-[form]:mx-0 md:max-lg:has-[form]:left-16 low:has-[form]:static low:has-[form]:-mx-4';

const sheet =
  'max-lg:-mx-4 md:max-lg:-mx-6 md:max-lg:px-6 max-lg:sticky max-lg:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] md:max-lg:bottom-0 low:static max-lg:z-20 max-lg:border-y lg:rounded-card lg:border lg:shadow-card border-line bg-surface px-4 py-3 lg:p-5';

type DecisionProps = { session: Session; desk: Desk; text: ReviewDraft; fold: Fold };

export function Decision({ session, desk, text, fold }: DecisionProps) {
  const isOpen = session.status === 'pending' && !session.travelling && !desk.oneClick.of(session);
  return (
    <section
      aria-label="Decision"
      className={`grid max-h-[70dvh] gap-3 overflow-y-auto still:max-h-none lg:col-start-2 lg:row-start-1 print:hidden ${sheet} ${raised}`}
    >
      {isOpen && <PresenceLine sessionId={session.id} />}
      <Answer session={session} desk={desk} text={text} fold={fold} />
      {!isOpen && desk.isKnown && <GoOn desk={desk} />}
    </section>
  );
}

function Answer({ session, desk, text, fold }: DecisionProps) {
  const made = desk.oneClick.of(session);
  // An unsent decision that can no longer be sent is shown above.
  if (made && (made.state !== 'unsent' || session.status === 'pending')) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <RowDecision decision={made} oneClick={desk.oneClick} undo={{ 'aria-keyshortcuts': 'u' }} />
      </div>
    );
  }
  if (session.status !== 'pending') return <Decided session={session} />;
  if (session.travelling) return <UploadingBox session={session} />;
  return <Choice session={session} desk={desk} text={text} fold={fold} />;
}

/** Closed; open with a restored draft; or opened by the person, which takes the focus. */
type Rejecting = 'no' | 'kept' | 'asked';

function Choice({ session, desk, text, fold }: DecisionProps) {
  const { ask, question } = useApprovalQuestion();
  const [rejecting, setRejecting] = useState<Rejecting>('no');
  // Content stored on the device is not part of the server-rendered page.
  const painted = useAfterPaint();
  const rejectButton = useRef<HTMLButtonElement>(null);
  // Flagging pictures alone does not begin a rejection.
  const isBegun = text.draft.restored && (text.reasons.length > 0 || text.reason !== '');
  // Known before the first digit.
  useApiQuery(rejectionReasons, {}, { enabled: painted });
  useEffect(() => {
    RejectionMarks.preload();
    preloadQuestion();
  }, []);
  useEffect(() => {
    if (isBegun) setRejecting((now) => (now === 'no' ? 'kept' : now));
  }, [isBegun]);
  const approve = () =>
    ask(
      session,
      () => desk.decide(session, 'approve'),
      () => desk.act(session, 'approve'),
    );
  useDeskKeys((action) => {
    // An open form has its own buttons: typing in it must not decide.
    if (action.do === 'approve' && rejecting === 'no') approve();
    else if (action.do === 'reject') setRejecting('asked');
    else return false;
    return true;
  });
  const pressed = (act: () => void) => (event: MouseEvent) => {
    // Keys press buttons too, one at a time.
    if (event.detail === 0 || !desk.isSecondPress()) act();
  };
  function cancel() {
    setRejecting('no');
    requestAnimationFrame(() => rejectButton.current?.focus());
  }
  return (
    <>
      {rejecting === 'no' && (
        <div className="flex flex-wrap gap-2 *:grow">
          <Step desk={desk} by={-1} className="grow-0! lg:hidden" />
          <Button ref={rejectButton} icon={X} aria-keyshortcuts="r" onClick={pressed(() => setRejecting('asked'))}>
            Reject
          </Button>
          <Button variant="primary" icon={Check} aria-keyshortcuts="a" onClick={pressed(approve)}>
            Approve
          </Button>
          <Step desk={desk} by={1} className="grow-0! lg:hidden" />
        </div>
      )}
      {rejecting !== 'no' && (
        <RejectionForm
          session={session}
          text={text}
          wanted={rejecting === 'asked'}
          onReject={() => desk.decide(session, 'reject', rejectionOf(text))}
          onCancel={cancel}
          onApprove={approve}
        />
      )}
      {rejecting === 'no' && <VerdictLine sessionId={session.id} fold={fold} />}
      {rejecting === 'no' && painted && text.flags.length > 0 && (
        <p className="text-muted text-sm">{count(text.flags.length, 'flagged picture')}, kept for a rejection.</p>
      )}
      <p className="pointer-coarse:hidden text-muted text-sm max-lg:hidden still:hidden">
        <kbd>A</kbd> approves, <kbd>R</kbd> rejects, <kbd>J</kbd> goes to the next session, <kbd>?</kbd> shows all keys.
      </p>
      {question}
    </>
  );
}

// The button to the next session of the queue, or to the one before.
type StepProps = { desk: Desk; by: 1 | -1; className?: string };

export function Step({ desk, by, className }: StepProps) {
  const isNext = by === 1;
  return (
    <IconButton
      label={isNext ? 'Next session' : 'Previous session'}
      icon={isNext ? ChevronRight : ChevronLeft}
      variant="secondary"
      aria-keyshortcuts={isNext ? 'j' : 'k'}
      aria-disabled={!desk.canStep(by) || undefined}
      className={className}
      onClick={() => desk.step(by)}
    />
  );
}
