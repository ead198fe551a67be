// /verify with script: files are hashed on the device, and what is known of them is said.
import type { HashFinding } from '#contract/evidence/endpoints.ts';
import { button } from '#web/guest/client/elements.ts';
import { count } from '#web/lib/format/format.ts';
import { askHashes, cannotRead, type Heard, loadSeal, startHasher } from './ask.ts';
import { droppedFiles } from './dropped-files.ts';
import { type Known, rowOf, sealedBy, showFindings, unknownOf } from './findings.ts';
import type { Hashed, Unread } from './hash-files.ts';

type Parts = { status: HTMLElement; acts: HTMLElement; bar: HTMLProgressElement; findings: HTMLElement };

function partsOf(section: HTMLElement): Parts {
  const part = <E extends Element>(name: string) => section.querySelector(name) as E;
  return { status: part('[role=status]'), acts: part('.acts'), bar: part('progress'), findings: part('.findings') };
}

/** One look at some files. `code`: what they are compared with; without one the server is asked by their hashes. Answers how to end it. */
function check(files: readonly File[], { parts, code }: { parts: Parts; code: string | null }): () => void {
  const { status, acts, bar, findings: target } = parts;
  const found: (Hashed | Unread)[] = [];
  const findings = new Map<string, HashFinding | null>();
  let sealed: Known['sealed'] = null;
  let worker: Worker | null = null;
  let isOver = false;

  function say(words: string, ...buttons: HTMLElement[]): void {
    status.textContent = words;
    acts.replaceChildren(...buttons);
  }
  function end(): void {
    isOver = true;
    worker?.terminate();
    bar.hidden = true;
  }
  /** What fails is said, with a way to go on from there. */
  async function attempt(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (!isOver)
        say(
          (error as Error).message,
          button('Try again', () => void attempt(step)),
        );
    }
  }

  function conclude(): void {
    const known = { sealed, findings };
    const summary = showFindings(
      target,
      found.map((file) => rowOf(file, known)),
    );
    const others = unknownOf(found, known).length > 0;
    say(
      `Checked: ${summary || 'no files'}.`,
      ...(others ? [button('Search all releases for the others', () => void attempt(askServer))] : []),
    );
  }
  async function askServer(): Promise<void> {
    for (;;) {
      const next = unknownOf(found, { sealed, findings });
      if (next.length === 0 || isOver) break;
      say(`Asking about ${count(next.length, 'hash', 'hashes')} …`);
      for (const [hash, finding] of await askHashes(next)) findings.set(hash, finding);
    }
    if (!isOver) conclude();
  }

  function read(): void {
    let bytes = 0;
    found.length = 0;
    bar.max = Math.max(
      1,
      files.reduce((sum, { size }) => sum + size, 0),
    );
    bar.value = 0;
    bar.hidden = false;
    const cancel = button('Stop', () => {
      end();
      say('Stopped.');
    });
    say('Reading …', cancel);
    worker = startHasher({ files }, { answer: take, failed });

    function failed(): void {
      if (isOver) return;
      worker?.terminate();
      bar.hidden = true;
      say(
        cannotRead().message,
        button('Try again', () => void attempt(async () => read())),
      );
    }
    function take(said: Heard): void {
      if (isOver || said.kind !== 'files') return;
      found.push(...said.found);
      bytes += said.bytes;
      bar.value = bytes;
      const share = Math.min(100, Math.floor((bytes / bar.max) * 100));
      status.textContent = `Reading: ${share} %, ${count(found.length, 'file')}`;
      if (!said.done) return;
      worker?.terminate();
      bar.hidden = true;
      if (code === null) void attempt(askServer);
      else conclude();
    }
  }

  target.replaceChildren();
  say('Reading …');
  void attempt(async () => {
    if (code !== null) sealed = sealedBy(await loadSeal(code));
    if (!isOver) read();
  });
  return end;
}

function start(section: HTMLElement): void {
  const about = { parts: partsOf(section), code: section.dataset.code ?? null };
  let end: (() => void) | null = null;
  function begin(files: readonly File[]): void {
    if (files.length === 0) return;
    end?.();
    end = check(files, about);
  }
  const input = section.querySelector('input') as HTMLInputElement;
  input.addEventListener('change', () => {
    begin([...(input.files ?? [])]);
    // So that the same file can be chosen again.
    input.value = '';
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', async (event) => {
    event.preventDefault();
    begin(await droppedFiles(event));
  });
  section.hidden = false;
}

for (const section of document.querySelectorAll<HTMLElement>('.drop')) start(section);
