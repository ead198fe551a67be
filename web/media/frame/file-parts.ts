// Reads a file in parts, and notices when the host that it comes from has fallen silent.
import { endWith, fetchPart } from '#web/lib/api/http-client.ts';

/** Not one byte came for as long as is waited for. */
export class Silence extends Error {}

const silenceMs = 5000;
/** A timer that comes so much later tells of a busy or sleeping device, on which bytes may lie waiting. */
const lateMs = 500;

export type FileParts = ReturnType<typeof createFileParts>;

/** One file's. What is heard of one part counts for all: a browser asks for a few at a time, and the others wait for their turn. */
export function createFileParts() {
  const silence = new AbortController();
  let open = 0;
  let isPatient = false;
  let heardAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function listen() {
    clearTimeout(timer);
    if (open === 0 || isPatient) return;
    const due = performance.now() + silenceMs;
    const onTime = () => (performance.now() > due + lateMs ? listen() : silence.abort(new Silence()));
    timer = setTimeout(onTime, silenceMs);
  }
  function hear() {
    heardAt = performance.now();
    listen();
  }

  async function load(url: string, headers: HeadersInit = {}, signal?: AbortSignal): Promise<Response> {
    const either = new AbortController();
    const stops = [endWith(either, signal), endWith(either, silence.signal)];
    open += 1;
    if (open === 1) listen();
    try {
      either.signal.throwIfAborted();
      const response = await fetchPart(url, headers, either.signal);
      hear();
      // All of the file in place of a part may be gigabytes: the library says no to it.
      if (response.status === 206) return await received(response, hear);
      void response.body?.cancel();
      return new Response(null, response);
    } finally {
      for (const stop of stops) stop();
      open -= 1;
      if (open === 0) clearTimeout(timer);
    }
  }

  return {
    /** As `fetch`, but for the whole part; throws a Silence. */
    load,
    isSilent: () => silence.signal.aborted,
    /** From now on a part may take as long as it takes: somebody sees the map already. */
    bePatient() {
      isPatient = true;
      clearTimeout(timer);
    },
    /** Comes when from now on no byte came for so long, whether one was asked for or not. */
    quietFor(milliseconds: number): Promise<void> {
      const from = performance.now();
      return new Promise((resolve) => {
        const look = () => {
          const rest = Math.max(from, heardAt) + milliseconds - performance.now();
          if (rest > 0) setTimeout(look, rest);
          else resolve();
        };
        look();
      });
    },
  };
}

async function received(response: Response, hear: () => void): Promise<Response> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    hear();
    chunks.push(piece.value);
  }
  return new Response(new Blob(chunks), response);
}
