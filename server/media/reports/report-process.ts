// Makes a report in a process of its own: it cannot slow pages down for long or keep memory, and is killed at once when nobody wants it.
import type { ChildProcess } from 'node:child_process';
import { deferred } from '#server/lib/deferred.ts';
import { frugalMemory, programPath, startProgram } from '#server/media/workers/own-program.ts';
import type { Report } from './report-model.ts';

export type ToMaker = { report: Report; to: string } | { number: number; bytes: Uint8Array | null };
export type FromMaker =
  | { want: number }
  | { done: number; total: number }
  | { made: number; memory: number }
  | { failure: string };

/** The process died, hung, or could not draw its input. `said`: the message for its reader if a retry would end the same way. */
export class ReportFailure extends Error {
  readonly said: string | null;
  constructor(message: string, said: string | null = null) {
    super(message);
    this.said = said;
  }
}

const less = 'Choose a shorter period or fewer pictures.';
const outOfMemory = () =>
  new ReportFailure('The process that makes reports ran out of memory', `The report holds more than fits. ${less}`);
const tooLong = () => new ReportFailure('Making the report took too long', `The report took too long to make. ${less}`);
/** Node's exit when its heap is full: on Windows this number. */
const isOutOfMemory = (code: number | null, signal: string | null) => signal === 'SIGABRT' || code === 134;

/** Between two signs of life; a picture of a slow host takes long. */
const silenceMilliseconds = 120_000;
/** Its JavaScript heap, in MB, without pictures. The tags of a table are held until its end. */
const heapLimit = 160;
const heapOfVisit = 0.06;

const heapFor = ({ visits }: Report) => heapLimit + Math.ceil((visits?.rows.length ?? 0) * heapOfVisit);

export function startReportMaker(report: Report): ChildProcess {
  return startProgram(programPath(import.meta.dirname, 'report-maker'), {
    execArgv: [`--max-old-space-size=${heapFor(report)}`, '--max-semi-space-size=4'],
    serialization: 'advanced',
    env: frugalMemory,
  });
}

export type ReportRequest = {
  report: Report;
  /** Where the file is written. */
  to: string;
  /** Null if a picture is not available. */
  picture(number: number): Promise<Uint8Array | null>;
  onProgress(done: number, total: number): void;
  signal: AbortSignal;
  startProcess?: (report: Report) => ChildProcess;
};

/** In bytes: the file, and the process at its end. */
export type MadeReport = { bytes: number; memory: number };

/** Throws a ReportFailure, or the signal's reason. */
export async function makeReport(request: ReportRequest): Promise<MadeReport> {
  const { report, to, picture, onProgress, signal, startProcess = startReportMaker } = request;
  signal.throwIfAborted();
  const child = startProcess(report);
  const { promise, resolve, reject } = deferred<MadeReport>();
  const died = () => reject(new ReportFailure('The process that makes reports ended'));
  const hung = setTimeout(() => reject(tooLong()), silenceMilliseconds);
  const stop = () => reject(signal.reason);
  child.on('exit', (code, signal) => (isOutOfMemory(code, signal) ? reject(outOfMemory()) : died()));
  child.on('error', died);
  child.on('message', (message: FromMaker) => {
    hung.refresh();
    if ('want' in message)
      void picture(message.want).then(
        (bytes) => child.connected && child.send({ number: message.want, bytes } satisfies ToMaker),
      );
    else if ('made' in message) resolve({ bytes: message.made, memory: message.memory });
    else if ('failure' in message) reject(new ReportFailure(message.failure));
    else onProgress(message.done, message.total);
  });
  signal.addEventListener('abort', stop, { once: true });
  child.send({ report, to } satisfies ToMaker, (error) => error && died());
  return promise.finally(() => {
    clearTimeout(hung);
    signal.removeEventListener('abort', stop);
    child.removeAllListeners();
    // A process that is being killed may still report that it cannot receive messages.
    child.on('error', () => undefined);
    child.kill('SIGKILL');
  });
}
