// Which of the files that were chosen are announced: no more than a session takes, and none that the server would refuse by its first bytes.
import { sniffedBytes } from '#contract/media-bytes.ts';
import { refusalOfContent, refusalOfSize } from '#contract/upload-refusals.ts';
import type { ChosenFile } from './chosen-file.ts';
import { printOf } from './print.ts';

export type WrongFile = { name: string; refusal: string };
export type PrintedFile = ChosenFile & { print: string };
/** `over`: how many more there were than a session takes. */
type Fitted<One> = { taken: One[]; wrong: WrongFile[]; over: number };

/** Looked at together; a folder of a card has hundreds. */
const atOnce = 50;

export const unreadableSentence = 'It cannot be read any more: choose it again, or leave it out.';

/** By what each is known again. One that cannot be read, as from a card that was pulled, is named. */
export async function printChosen(chosen: readonly ChosenFile[]) {
  const printed: PrintedFile[] = [];
  const wrong: WrongFile[] = [];
  for (let at = 0; at < chosen.length; at += atOnce) {
    const part = chosen.slice(at, at + atOnce);
    const prints = await Promise.all(part.map(({ file }) => printOf(file)));
    for (const [nth, one] of part.entries()) {
      const print = prints[nth];
      if (print) printed.push({ ...one, print });
      else wrong.push({ name: one.file.name, refusal: unreadableSentence });
    }
  }
  return { printed, wrong };
}

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

export async function fitChosen<One extends ChosenFile>(chosen: readonly One[], room: number): Promise<Fitted<One>> {
  const taken: One[] = [];
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
