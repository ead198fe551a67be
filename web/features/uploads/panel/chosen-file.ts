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
