// What a page does in the moment before it is printed: drawn at once, since the browser waits for nothing.
import { flushSync } from 'react-dom';

/** `change` sets a state. Heard before what else listens to the whole window, which then finds it drawn. Answers how to stop. */
export function beforePrint(change: () => void): () => void {
  const onPrint = () => flushSync(change);
  addEventListener('beforeprint', onPrint, { capture: true });
  return () => removeEventListener('beforeprint', onPrint, { capture: true });
}

/** Where the browser does not say so itself. */
export function announcePrint(): void {
  dispatchEvent(new Event('beforeprint'));
}
