// Printing with the keyboard waits until every picture of the page is there; other ways to print ask for them at least.
import { announcePrint } from './before-print.ts';

/** After so long it prints what is there: a connection that hangs holds nobody up. */
const maxWaitMs = 15_000;
const lookAgainMs = 100;

/** On a Mac Ctrl with P moves the cursor up a line. */
function isPrintKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  const isHeld = /^(Mac|iP)/.test(navigator.platform) ? metaKey : ctrlKey;
  return key.toLowerCase() === 'p' && isHeld && !shiftKey && !altKey;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Lazy pictures, also those that only paper shows, are fetched from now on. */
function hurry(): void {
  for (const image of document.images) if (image.loading === 'lazy') image.loading = 'eager';
}

/** Long lists are drawn in slices: it is done once three looks in a row found nothing that is still to come. */
async function loadAll(): Promise<void> {
  const until = Date.now() + maxWaitMs;
  for (let quiet = 0; quiet < 3 && Date.now() < until; ) {
    hurry();
    quiet = [...document.images].every(({ complete }) => complete) ? quiet + 1 : 0;
    await sleep(lookAgainMs);
  }
}

/** Answers how to stop. */
export function loadForPrint(): () => void {
  let isWaiting = false;
  async function print() {
    isWaiting = true;
    announcePrint();
    await loadAll();
    isWaiting = false;
    window.print();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!isPrintKey(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (!isWaiting) void print();
  }
  const paper = matchMedia('print');
  // Some browsers, and people in a preview, only show the page as paper.
  const onPaper = () => paper.matches && announcePrint();
  addEventListener('keydown', onKeyDown);
  addEventListener('beforeprint', hurry);
  paper.addEventListener('change', onPaper);
  return () => {
    paper.removeEventListener('change', onPaper);
    removeEventListener('keydown', onKeyDown);
    removeEventListener('beforeprint', hurry);
  };
}
