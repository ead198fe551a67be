// The ways in which files are chosen: several at once, a whole folder, the camera of a phone, or dropped here.

import { Camera, Files, FolderUp } from 'lucide-react';
import { type ChangeEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { type ChosenFile, isHidden, toChosen } from './fit-chosen.ts';

// Files that were dropped, with those within dropped folders.
const deepest = 5;

function filesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  // It answers a part at a time, and nothing once all were named.
  return new Promise((resolve) => {
    const more = () =>
      reader.readEntries(
        (part) => {
          found.push(...part);
          if (part.length === 0) resolve(found);
          else more();
        },
        () => resolve(found),
      );
    more();
  });
}

type Within = { folder: string; depth: number };

async function walk(entry: FileSystemEntry, { folder, depth }: Within): Promise<ChosenFile[]> {
  if (isHidden(entry) && !entry.isFile) return [];
  if (entry.isFile)
    return new Promise((resolve) =>
      (entry as FileSystemFileEntry).file(
        (file) => resolve([{ file, folder }]),
        () => resolve([]),
      ),
    );
  if (depth === deepest) return [];
  const inside = await filesIn(entry as FileSystemDirectoryEntry);
  const within = ({ isFile, name }: FileSystemEntry) => {
    if (isFile) return folder;
    return folder === '' ? name : `${folder}/${name}`;
  };
  const files = await Promise.all(inside.map((one) => walk(one, { folder: within(one), depth: depth + 1 })));
  return files.flat();
}

/** Read at once: when the event is over nothing can be asked any more. A single folder is the upload itself, several are groups of it. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  const entries = Array.from(items).flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return Array.from(files, (file) => ({ file, folder: '' }));
  const folderOf = (entry: FileSystemEntry) => (entries.length > 1 && entry.isDirectory ? entry.name : '');
  return (await Promise.all(entries.map((entry) => walk(entry, { folder: folderOf(entry), depth: 0 })))).flat();
}

/** HEIC is not named: then iPhones hand their pictures over as JPEG, which every browser shows. */
const accept = 'image/*,video/*,.avif,.tif,.tiff,.mov,.mp4';

type FilePickersProps = { onFiles: (files: ChosenFile[]) => void; pending: boolean; children?: ReactNode };

export function FilePickers({ onFiles, pending, children }: FilePickersProps) {
  const [isOver, setIsOver] = useState(false);
  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    void droppedFiles(event.dataTransfer).then((files) => files.length > 0 && onFiles(files));
  }
  function over(event: DragEvent) {
    event.preventDefault();
    setIsOver(true);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: people who drop nothing have the buttons.
    <div
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames(
        'grid grid-cols-1 gap-3 rounded-control border border-line-strong border-dashed p-3',
        isOver && 'border-accent bg-accent-soft',
      )}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Picker label="Choose files" icon={Files} onFiles={onFiles} pending={pending} multiple accept={accept} />
        <Picker label="Choose a folder" icon={FolderUp} onFiles={onFiles} pending={pending} isFolder />
        <Picker label="Use the camera" icon={Camera} onFiles={onFiles} pending={pending} accept="image/*" isCamera />
        <span className="text-muted text-sm pointer-coarse:hidden">or drop files here</span>
      </div>
      {children}
    </div>
  );
}

type PickerProps = {
  label: string;
  icon: typeof Files;
  onFiles: (files: ChosenFile[]) => void;
  pending: boolean;
  accept?: string;
  multiple?: boolean;
  isFolder?: boolean;
  isCamera?: boolean;
};

/** Folders are chosen on desktops, pictures taken on phones. */
function Picker({ label, icon, onFiles, pending, isFolder, isCamera, ...input }: PickerProps) {
  const field = useRef<HTMLInputElement>(null);
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const files = Array.from(target.files ?? []);
    // The same files may be chosen again, as after a refusal.
    target.value = '';
    if (files.length > 0) onFiles(files.map(toChosen));
  }
  return (
    <span className={classNames(isFolder && 'pointer-coarse:hidden', isCamera && 'not-pointer-coarse:hidden')}>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={label}
        onChange={choose}
        {...input}
        {...(isFolder ? { webkitdirectory: '' } : {})}
        {...(isCamera ? { capture: 'environment' as const } : {})}
      />
      <Button size="sm" icon={icon} pending={pending} onClick={() => field.current?.click()}>
        {label}
      </Button>
    </span>
  );
}
