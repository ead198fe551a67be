// The toast itself: one at a time, 5 s, swiped away to the right, reached with F8, over no button (behaviour §10.5).
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { DismissableLayer, FocusScope } from 'radix-ui/internal';
import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import { dismissToast, makeToastRoom, type ShownToast, toastDuration } from '#web/lib/page/toast.ts';
import { placeOver, placeToast, toastVariants } from './place-toast.ts';

const leavesFor = 120;
const swipeThreshold = 50;
/** As the styles' `low`. */
const lowHeight = 480;
const motion =
  'data-[state=open]:animate-toast-in data-[state=closed]:animate-toast-out data-[swipe=cancel]:transition-transform';
const controls =
  'a[href], button, input, select, textarea, summary, label, [role="button"], [role="slider"], [role^="menuitem"], [role="tab"], [role="option"]';

/**
 * It is no layer of its own: Escape belongs to the dialog or menu that is open, and a click on it closes neither. The trap of a dialog
 * holds the focus until F8 asks for the toast.
 */
export function ToastView({ shown }: { shown: ShownToast | undefined }) {
  const list = useRef<HTMLOListElement>(null);
  const [isAskedFor, setAskedFor] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const isOpen = shown?.open === true;
  // As soon as the toast is seen.
  useLayoutEffect(() => {
    function reach(event: KeyboardEvent) {
      if (event.key !== 'F8' || !list.current?.childElementCount) return;
      event.preventDefault();
      setAskedFor(true);
    }
    document.addEventListener('keydown', reach);
    return () => document.removeEventListener('keydown', reach);
  }, []);
  useEffect(() => {
    if (!isOpen) setAskedFor(false);
  }, [isOpen]);
  return (
    <DismissableLayer.Branch>
      {isAskedFor && (
        <FocusScope.Root
          hidden
          onMountAutoFocus={(event) => {
            event.preventDefault();
            list.current?.focus();
          }}
          onUnmountAutoFocus={(event) => {
            // Back to where F8 was pressed, unless somebody went elsewhere by themselves.
            const now = document.activeElement;
            if (now !== document.body && !list.current?.contains(now)) event.preventDefault();
          }}
        />
      )}
      <ol
        ref={list}
        tabIndex={-1}
        className={classNames('group/toast', toastVariants('default').viewport)}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (currentTarget.contains(relatedTarget)) return;
          setHeld(false);
          setAskedFor(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.isDefaultPrevented()) dismissToast();
        }}
      >
        {shown && <Toast key={shown.id} shown={shown} isHeld={isHeld} />}
      </ol>
    </DismissableLayer.Branch>
  );
}

/** Its five seconds stop while somebody is at it, and while the window is in the background. */
function useTimeout(runs: boolean): void {
  const left = useRef(toastDuration);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const [leave, comeBack] = [() => setAway(true), () => setAway(false)];
    addEventListener('blur', leave);
    addEventListener('focus', comeBack);
    return () => {
      removeEventListener('blur', leave);
      removeEventListener('focus', comeBack);
    };
  }, []);
  const isRunning = runs && !isAway;
  useEffect(() => {
    if (!isRunning) return;
    const began = Date.now();
    const timer = setTimeout(dismissToast, left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - began;
    };
  }, [isRunning]);
}

/** What can be pressed now: nothing that an open dialog or menu put out of reach. */
function pressable(): Element[] {
  return [...document.querySelectorAll(controls)].filter(
    (one) => !one.closest('[data-toasts], [aria-hidden="true"], [inert]') && one.checkVisibility(),
  );
}

const boxOf = (one: Element) => one.getBoundingClientRect();

/** In a bar or a dialog, which the scroll of the page moves nowhere. */
function isStaying(one: Element): boolean {
  for (let up: Element | null = one; up; up = up.parentElement)
    if (/fixed|sticky/.test(getComputedStyle(up).position)) return true;
  return false;
}

/**
 * Where it covers nothing; else over what can be scrolled from under it. Where only what stays is shown, as in a dialog, or the keyboard
 * of a phone leaves no height, it becomes a strip at the top, and everything else makes room.
 */
function place(item: HTMLLIElement): void {
  const list = item.parentElement as HTMLElement;
  delete list.dataset.strip;
  list.style.translate = '';
  makeToastRoom(0);
  // Not its own rectangle: it may still be moving in.
  const around = list.getBoundingClientRect();
  const [left, top] = [around.left + item.offsetLeft, around.top + item.offsetTop];
  const { offsetWidth: width, offsetHeight: height } = item;
  const screen = { width: document.documentElement.clientWidth, height: shownHeight() };
  const [size, usual, shown] = [{ width, height }, { left, top }, pressable()];
  const to =
    placeToast(size, screen, { usual, controls: shown.map(boxOf) }) ??
    (screen.height < lowHeight
      ? undefined
      : placeOver(size, screen, {
          usual,
          staying: shown.filter(isStaying).map(boxOf),
          scrolling: shown.filter((one) => !isStaying(one)).map(boxOf),
        }));
  if (to) {
    list.style.translate = `${to.left - left}px ${to.top - top}px`;
  } else {
    list.dataset.strip = '';
    makeToastRoom(list.offsetHeight);
  }
}

/** Above the keyboard of a phone; while the page is enlarged, all of the window. */
function shownHeight(): number {
  return visualViewport?.scale === 1 ? visualViewport.height : innerHeight;
}

/** Again when the window changes, a keyboard comes up, rows go or a dialog opens. */
function usePlace(item: RefObject<HTMLLIElement | null>, open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return;
    const again = () => item.current && place(item.current);
    again();
    const sizes = new ResizeObserver(again);
    sizes.observe(document.body);
    const layers = new MutationObserver(again);
    layers.observe(document.body, { childList: true });
    visualViewport?.addEventListener('resize', again);
    return () => {
      sizes.disconnect();
      layers.disconnect();
      visualViewport?.removeEventListener('resize', again);
      makeToastRoom(0);
    };
  }, [item, open]);
}

function useSwipe() {
  const from = useRef<number>(undefined);
  const [state, setState] = useState<'move' | 'cancel'>();
  const [by, setBy] = useState(0);
  return {
    state,
    by: state === 'move' ? by : 0,
    handlers: {
      onPointerDown({ button, clientX }: PointerEvent) {
        if (button === 0) from.current = clientX;
      },
      onPointerMove({ currentTarget, clientX, pointerId }: PointerEvent) {
        if (from.current === undefined || clientX - from.current < 3) return;
        currentTarget.setPointerCapture(pointerId);
        setState('move');
        setBy(clientX - from.current);
      },
      onPointerUp({ clientX }: PointerEvent) {
        const far = from.current !== undefined && clientX - from.current >= swipeThreshold;
        from.current = undefined;
        if (state !== 'move') return;
        if (far) dismissToast();
        else setState('cancel');
      },
      onPointerCancel() {
        from.current = undefined;
        setState('cancel');
      },
    },
  };
}

function Toast({ shown, isHeld }: { shown: ShownToast; isHeld: boolean }) {
  const { title, description, variant, open } = shown;
  const [isGone, setGone] = useState(!open);
  const item = useRef<HTMLLIElement>(null);
  const swipe = useSwipe();
  useTimeout(open && !isHeld && !shown.stays);
  usePlace(item, open);
  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => setGone(true), leavesFor);
    return () => clearTimeout(timer);
  }, [open]);
  if (isGone) return null;
  const classes = toastVariants(variant);
  const destructive = variant === 'destructive';
  const Icon = destructive ? CircleAlert : CircleCheck;
  return (
    <li
      ref={item}
      data-state={open ? 'open' : 'closed'}
      data-swipe={swipe.state}
      data-swipe-direction="right"
      style={{ transform: `translateX(${swipe.by}px)` }}
      className={classNames(classes.box, 'touch-pan-y select-none', motion)}
      {...swipe.handlers}
    >
      <Icon aria-hidden="true" className={classNames('mt-px size-5 shrink-0', !destructive && 'text-emerald-ink')} />
      <div
        role={destructive ? 'alert' : undefined}
        className="min-w-0 flex-1 group-data-strip/toast:flex group-data-strip/toast:flex-wrap group-data-strip/toast:gap-x-2"
      >
        <p className="font-semibold">{title}</p>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      <button type="button" aria-label="Close" className={classes.close} onClick={dismissToast}>
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  );
}
