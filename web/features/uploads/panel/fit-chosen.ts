// Which chosen files are announced: no more than a session takes, and none that the server would refuse by its first bytes.
import { isCutOff } from '#contract/media/cut-off.ts';
import { refusalOfContent, refusalOfSize, sniffedBytes, sniffMedia } from '#contract/media/media-bytes.ts';
import { printOf } from '#web/features/uploads/sending/match-chosen.ts';

// A file that was chosen, and where it lay within a folder that was chosen whole.

/** `folder`: 'DCIM/100MEDIA'; '' for one that was chosen by itself, or lay in the chosen folder directly. */
export type ChosenFile = { file: File; folder: string };

/** '.DS_Store', '._DJI_0001.JPG': what systems write beside files. They are counted, and left out. */
export const isHidden = ({ name }: { name: string }) => name.startsWith('.');

/** The server takes no longer ones; their ends say most. */
const longest = 1000;

/** Of the path that a folder's picker tells, which begins with the chosen folder itself. */
export function toChosen(file: File): ChosenFile {
  return { file, folder: file.webkitRelativePath.split('/').slice(1, -1).join('/').slice(-longest) };
}

export type WrongFile = { name: string; refusal: string };
export type PrintedFile = ChosenFile & { print: string };
/** A file that is sent anyway, with a warning. */
export type DoubtfulFile = { name: string; doubt: string };
/** `over`: how many more there were than a session takes. */
type Fitted<One> = { taken: One[]; wrong: WrongFile[]; doubtful: DoubtfulFile[]; over: number };

/** Checked at the same time; a folder of a card has hundreds. */
const atOnce = 50;

export const unreadableSentence = 'It can no longer be read: choose it again, or leave it out.';

/** Adds fingerprints that identify the files later. A file that cannot be read, as from a card that was pulled out, is named. */
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

/** Null if it may be sent, or if the device does not give its bytes: sending it will show. */
async function refusalOf({ file }: ChosenFile): Promise<string | null> {
  const tooLarge = refusalOfSize(file.size);
  if (tooLarge !== null) return tooLarge;
  const head = await file
    .slice(0, sniffedBytes)
    .arrayBuffer()
    .catch(() => null);
  return head && refusalOfContent(new Uint8Array(head), file.size);
}

const cutPicture = 'This picture ends before it should. Copy it from the camera again if you can';
const truncatedVideo = 'This video ends before it should. Copy it from the camera again if you can';
const phoneFormat =
  'Most browsers do not show this phone format (HEIC), and this one cannot convert it to JPEG. Send it as JPEG if you can';
/** A preview comes before the picture. */
const previewBytes = 262_144;

/** How a JPEG continues after its first marker: a table, a header, a comment. */
const nextParts = [0xdb, 0xc0, 0xc2, 0xc4, 0xdd, 0xe0, 0xe1, 0xe2, 0xee, 0xfe];
const holdsPreview = (head: Uint8Array) =>
  head.some(
    (byte, at) =>
      byte === 0xff && head[at + 1] === 0xd8 && head[at + 2] === 0xff && nextParts.includes(head[at + 3] ?? 0),
  );

const readerOf = (file: File) => async (offset: number, length: number) =>
  new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());

/** Such a picture has no preview that the server could show instead. */
async function isBareHeic({ file }: ChosenFile): Promise<boolean> {
  const read = readerOf(file);
  if (sniffMedia(await read(0, sniffedBytes)) !== 'image/heic') return false;
  return !holdsPreview(await read(0, previewBytes));
}

const placeOf = ({ file, folder }: ChosenFile) => `${folder}/${file.name.replace(/\.[^.]*$/, '')}`.toLowerCase();
const isNamed = (pattern: RegExp, { file }: ChosenFile) => pattern.test(file.name);
const [jpegName, heicName] = [/\.jpe?g$/i, /\.hei[cf]$/i];

/** Where JPEGs were chosen: a HEIC with the same name there already has its copy. */
const placesOfJpegs = (chosen: readonly ChosenFile[]): ReadonlySet<string> =>
  new Set(chosen.filter((one) => isNamed(jpegName, one)).map(placeOf));
const hasCopy = (one: ChosenFile, jpegs: ReadonlySet<string>) => !isNamed(jpegName, one) && jpegs.has(placeOf(one));

/** The files of which clients would see nothing. */
export async function bareHeics<One extends ChosenFile>(chosen: readonly One[]): Promise<One[]> {
  const jpegs = placesOfJpegs(chosen);
  const found: One[] = [];
  for (const one of chosen.filter((each) => isNamed(heicName, each) && !hasCopy(each, jpegs)))
    if (await isBareHeic(one).catch(() => false)) found.push(one);
  return found;
}

/** Null also if the device does not give its bytes. */
async function doubtOf(one: ChosenFile, jpegs: ReadonlySet<string>): Promise<string | null> {
  const { file } = one;
  const read = readerOf(file);
  try {
    const type = sniffMedia(await read(0, sniffedBytes));
    if (await isCutOff(read, { bytes: file.size, type }))
      return type?.startsWith('video/') ? truncatedVideo : cutPicture;
    return !hasCopy(one, jpegs) && (await isBareHeic(one)) ? phoneFormat : null;
  } catch {
    return null;
  }
}

export async function fitChosen<One extends ChosenFile>(chosen: readonly One[], room: number): Promise<Fitted<One>> {
  const taken: One[] = [];
  const wrong: WrongFile[] = [];
  const doubtful: DoubtfulFile[] = [];
  const jpegs = placesOfJpegs(chosen);
  let at = 0;
  for (; at < chosen.length && taken.length < room; at += atOnce) {
    const part = chosen.slice(at, at + atOnce);
    const [refusals, doubts] = await Promise.all([
      Promise.all(part.map(refusalOf)),
      Promise.all(part.map((one) => doubtOf(one, jpegs))),
    ]);
    for (const [nth, one] of part.entries()) {
      const [refusal, doubt] = [refusals[nth], doubts[nth]];
      if (!refusal && doubt) doubtful.push({ name: one.file.name, doubt });
      if (refusal) wrong.push({ name: one.file.name, refusal });
      else taken.push(one);
    }
  }
  const over = Math.max(0, taken.length - room) + Math.max(0, chosen.length - at);
  return { taken: taken.slice(0, room), wrong, doubtful, over };
}
