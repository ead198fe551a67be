// Which of the files that were chosen are announced: no more than a session takes, and none that the server would refuse by its first bytes.
import { sniffedBytes } from '#contract/media-bytes.ts';
import { refusalOfContent, refusalOfSize } from '#contract/upload-refusals.ts';
import type { ChosenFile } from './chosen-file.ts';

export type WrongFile = { name: string; refusal: string };
/** `over`: how many more there were than a session takes. */
type Fitted = { taken: ChosenFile[]; wrong: WrongFile[]; over: number };

/** Looked at together; a folder of a card has hundreds. */
const atOnce = 50;

/** Null where it may be taken, and where the device does not give its bytes: sending it will tell. */
async function refusalOf({ file }: ChosenFile): Promise<string | null> {
  const tooLarge = refusalOfSize(file.size);
  if (tooLarge !== null) return tooLarge;
  const head = await file
    .slice(0, sniffedBytes)
    .arrayBuffer()
    .catch(() => null);
  return head && refusalOfContent(new Uint8Array(head), file.size);
}

export async function fitChosen(chosen: readonly ChosenFile[], room: number): Promise<Fitted> {
  const taken: ChosenFile[] = [];
  const wrong: WrongFile[] = [];
  let at = 0;
  for (; at < chosen.length && taken.length < room; at += atOnce) {
    const part = chosen.slice(at, at + atOnce);
    const refusals = await Promise.all(part.map(refusalOf));
    for (const [nth, one] of part.entries()) {
      const refusal = refusals[nth];
      if (refusal) wrong.push({ name: one.file.name, refusal });
      else taken.push(one);
    }
  }
  const over = Math.max(0, taken.length - room) + Math.max(0, chosen.length - at);
  return { taken: taken.slice(0, room), wrong, over };
}
