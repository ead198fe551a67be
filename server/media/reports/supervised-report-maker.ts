// Makes a report in a process of its own: it cannot slow pages down for long or keep memory, and is killed at once when nobody wants it.
import type { ChildProcess } from 'node:child_process';
import { programPath, startProgram } from '#server/media/workers/start-program.ts';
import { type Fault, runProgram } from '#server/media/workers/supervisor.ts';
import type { Report } from './report-model.ts';

/** It wants pictures by their number. */
export type Drawing = {
  request: { report: Report; to: string };
  answer: { bytes: number };
  progress: { done: number; total: number };
  want: number;
  given: Uint8Array | null;
};

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
  new ReportFailure('The process that makes reports ran out of memory', `The report is too large. ${less}`);
const tooLong = () => new ReportFailure('Making the report took too long', `The report took too long. ${less}`);
/** Node's exit when its heap is full: on Windows this number. */
const isOutOfMemory = (code: number | null, signal: string | null) => signal === 'SIGABRT' || code === 134;

/** Between two signs of life; a picture of a slow host takes long. */
const silenceMilliseconds = 120_000;
/** Its JavaScript heap, in MB, without pictures. The tags of a table are held until its end. */
const heapLimit = 160;
const heapOfVisit = 0.06;

const heapFor = ({ visits }: Report) => heapLimit + Math.ceil((visits?.rows.length ?? 0) * heapOfVisit);

function startReportMaker(report: Report): ChildProcess {
  return startProgram(programPath(import.meta.dirname, 'report-maker'), { heap: heapFor(report), youngHeap: 4 });
}

function failureOf(fault: Fault): ReportFailure {
  if (fault.kind === 'late') return tooLong();
  if (fault.kind === 'failed') return new ReportFailure(fault.reason);
  if (fault.kind === 'ended' && isOutOfMemory(fault.code, fault.signal)) return outOfMemory();
  return new ReportFailure('The process that makes reports ended');
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

/** In bytes: the file, and the process at its end. Throws a ReportFailure, or the signal's reason. */
export function makeReport(request: ReportRequest): Promise<{ bytes: number; memory: number }> {
  const { report, to, picture, onProgress, signal, startProcess = startReportMaker } = request;
  return runProgram<Drawing>(
    { start: () => startProcess(report), silence: silenceMilliseconds, failure: failureOf },
    { report, to },
    { onProgress: ({ done, total }) => onProgress(done, total), give: picture, signal },
  );
}
