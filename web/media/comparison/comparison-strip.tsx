// On small screens: the ways to compare and the dates in one strip below the picture, everything else in a sheet that opens over it.
import { ChevronUp } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import type { Pair } from '#web/media/linked/linked-viewer.ts';
import {
  ClearButton,
  type ComparisonBarProps,
  DownloadMenu,
  FullscreenButton,
  LockButton,
  ModeChoice,
  StepButtons,
} from './comparison-bar.tsx';
import { PanButtons } from './zoom-buttons.tsx';

type ComparisonStripProps = {
  bar: ComparisonBarProps;
  dates: Pair<string>;
  share: ReactNode;
  /** What is compared, to be changed in the sheet. */
  children: ReactNode;
};

/** Above the bar of the shell; the sheet stands over it also where it scrolls with the page. */
const aboveBar =
  '-mx-4 px-1 sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] md:bottom-0 low:relative low:bottom-auto';

export function ComparisonStrip({ bar, dates, share, children }: ComparisonStripProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const sheet = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    if (isOpen) sheet.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen || event.defaultPrevented) return;
    event.preventDefault();
    setOpen(false);
    opener.current?.focus();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the sheet from wherever the focus is in it.
    <div onKeyDown={onKeyDown} className={classNames('z-20 bg-canvas print:hidden', bar.full ? 'relative' : aboveBar)}>
      <div role="toolbar" aria-label="Comparison" className="flex flex-wrap items-center gap-1">
        <ModeChoice {...bar} />
        <button
          ref={opener}
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="inline-flex h-11 min-w-0 flex-1 items-center justify-center gap-1 rounded-control px-1 text-xs tabular-nums leading-4 hover:bg-sunken"
        >
          <span className="sr-only">Visits and more: </span>
          <span className="grid min-w-0 text-left landscape:flex landscape:gap-1">
            <span className="truncate">{dates.left}</span>
            <span className="sr-only"> and </span>
            <span aria-hidden="true" className="hidden landscape:inline">
              –
            </span>
            <span className="truncate">{dates.right}</span>
          </span>
          <ChevronUp aria-hidden="true" className={classNames('size-4 shrink-0', isOpen && 'rotate-180')} />
        </button>
        <FullscreenButton {...bar} />
      </div>
      <section
        ref={sheet}
        id={id}
        hidden={!isOpen}
        aria-label="Visits and more"
        className="absolute inset-x-1 bottom-full mb-1 ml-auto grid max-h-[min(27rem,55dvh)] max-w-md gap-3 overflow-y-auto overscroll-contain rounded-card bg-raised p-3 shadow-raised not-[[hidden]]:animate-rise landscape:max-h-[75dvh] [&[hidden]]:hidden"
      >
        {children}
        <div className="flex flex-wrap items-center gap-1">
          <LockButton {...bar} />
          <StepButtons {...bar} />
          {bar.controls && <PanButtons controls={bar.controls} />}
          <DownloadMenu {...bar} />
          {share}
          <ClearButton {...bar} />
        </div>
      </section>
    </div>
  );
}
