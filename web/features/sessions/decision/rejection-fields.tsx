// What a rejection says: words, reasons to tick, and pictures to look at; with the sentence that the photographer will read.
import { ChevronDown, Flag } from 'lucide-react';
import { type Ref, useId, useState } from 'react';
import type { Session } from '#contract/sessions/endpoints.ts';
import {
  composeRejection,
  type ReasonCode,
  reasonCodes,
  reasonLabels,
  rejectionReasons,
} from '#contract/sessions/rejection.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { count } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';
import type { ReviewDraft } from './use-review.ts';

const FlagPictures = lazySection(() => import('./flag-pictures.tsx'), 'FlagPictures');

type RejectionFieldsProps = {
  session: Session;
  text: ReviewDraft;
  /** Of the words, as the page names them. */
  label: string;
  hint: string;
  rows: number;
  /** Why it cannot be sent. */
  problem?: string | undefined;
  wordsRef?: Ref<HTMLTextAreaElement>;
};

export function RejectionFields({ session, text, label, hint, rows, problem, wordsRef }: RejectionFieldsProps) {
  return (
    <>
      <Field label={label} hint={hint} error={problem}>
        <Textarea ref={wordsRef} rows={rows} {...text.fields.reason} />
      </Field>
      <RejectionMarks session={session} text={text} />
    </>
  );
}

/** Beside the words, which the review desk has at once. */
export function RejectionMarks({
  session,
  text,
  numbered,
}: Pick<RejectionFieldsProps, 'session' | 'text'> & { numbered?: boolean }) {
  const found = useApiQuery(rejectionReasons, {});
  const settings = found.data?.reasons;
  const offered = reasonCodes.filter(
    (code) => code === 'other' || settings?.[code].enabled || text.reasons.includes(code),
  );
  const sentence = settings && composeRejection(text.reasons, text.reason, settings);
  return (
    <>
      <ReasonChips offered={offered} text={text} numbered={numbered === true && settings !== undefined} />
      {found.error && <QueryErrorLine query={found}>The other reasons could not be loaded.</QueryErrorLine>}
      {settings && text.reasons.length > 0 && (
        <div role="status" className="rounded-control bg-sunken px-3 py-2 text-sm">
          <p className="text-muted">The photographer reads</p>
          <p className="wrap-anywhere whitespace-pre-line">{sentence ?? 'Nothing yet: write some words.'}</p>
        </div>
      )}
      <Flags session={session} text={text} />
    </>
  );
}

/** Positioned, so that its box scrolls with it and is brought into sight when it is reached by keys. */
const chip =
  'touch-target relative inline-flex min-h-9 cursor-pointer items-center rounded-full border border-line px-3 py-1.5 text-sm hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-1';

type ReasonChipsProps = {
  offered: readonly ReasonCode[];
  text: ReviewDraft;
  /** Digits tick them (desk-keys.ts); not before all that are offered are known, as each would move the others on. */
  numbered: boolean;
};

function ReasonChips({ offered, text, numbered }: ReasonChipsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">What is wrong</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((code, index) => (
          <label key={code} className={chip}>
            <input
              type="checkbox"
              className="sr-only"
              checked={text.reasons.includes(code)}
              onChange={() => text.toggleReason(code)}
              {...(numbered && { 'data-reason': index + 1, 'aria-keyshortcuts': String(index + 1) })}
            />
            {numbered && (
              <span
                aria-hidden="true"
                className="mr-1.5 rounded-sm border border-line-strong px-1.5 font-normal text-muted text-xs pointer-coarse:hidden"
              >
                {index + 1}
              </span>
            )}
            <span>{reasonLabels[code]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Closed until it is asked for: no picture is loaded before that. */
function Flags({ session, text }: Pick<RejectionFieldsProps, 'session' | 'text'>) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const flagged = text.flags.length;
  return (
    <div className="grid gap-3">
      <div>
        <Button icon={Flag} aria-expanded={isOpen} aria-controls={panel} onClick={() => setOpen(!isOpen)}>
          {flagged === 0 ? 'Flag pictures' : `${count(flagged, 'picture')} flagged`}
          <ChevronDown aria-hidden="true" className={classNames('size-4', isOpen && 'rotate-180')} />
        </Button>
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <FlagPictures session={session} text={text} />}
      </div>
    </div>
  );
}
