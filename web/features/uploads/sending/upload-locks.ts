// Which tab sends an upload: what another one has in hand is left to it.

const nameOf = (upload: string) => `topout-upload-${upload}`;
const ended = 'topout-uploads-ended';
/** Longer than a tab takes to answer. */
const answerMs = 500;

const locks = () => (navigator as Partial<Navigator>).locks;

/** Until the tab is closed, or its login ends. */
export const untilEnded = () =>
  new Promise<void>((resolve) => addEventListener(ended, () => resolve(), { once: true }));

/** What this tab had in hand is anybody's of this person. */
export function letUploadsGo(): void {
  dispatchEvent(new Event(ended));
}

/** For files that were just chosen here: their owner is not asked. */
export function holdUpload(upload: string): void {
  const asked = locks()?.request(nameOf(upload), { mode: 'shared' }, untilEnded);
  if (asked) asked.catch(() => undefined);
  else answerFor(upload);
}

/** Whether it is this tab's to go on with. */
export function takeUpload(upload: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = locks()?.request(nameOf(upload), { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? untilEnded() : undefined;
    });
    if (asked) asked.catch(() => resolve(false));
    else void askOthers(upload).then(resolve);
  });
}

/** `held`: sent by the tab that holds it; `asks`: the number of a tab that wants it. */
type Said = { asks?: number; held?: true };

/** Until the tab is closed, or its login ends. */
function openChannel(upload: string, onSaid: (said: Said) => void): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel(nameOf(upload));
  channel.onmessage = ({ data }: MessageEvent<Said>) => onSaid(data);
  void untilEnded().then(() => channel.close());
  return channel;
}

function answerFor(upload: string): void {
  const channel = openChannel(upload, ({ asks }) => asks !== undefined && channel?.postMessage({ held: true }));
}

/** On plain http browsers have no locks: the tabs are asked, and of two that ask at once the higher number has it. */
function askOthers(upload: string): Promise<boolean> {
  const mine = Math.random();
  return new Promise((resolve) => {
    const channel = openChannel(upload, ({ asks = 0, held }) => {
      if (held || asks > mine) settle(false);
      else channel?.postMessage({ held: true });
    });
    const timer = setTimeout(() => settle(true), answerMs);
    function settle(isMine: boolean): void {
      clearTimeout(timer);
      channel?.close();
      if (isMine) answerFor(upload);
      resolve(isMine);
    }
    channel?.postMessage({ asks: mine });
  });
}
