// Makes a video's light copy and its poster by the browser's own decoder and encoder. Runs in a worker.
import {
  BlobSource,
  CanvasSink,
  Conversion,
  canEncodeAudio,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny';
import {
  type CopyPlan,
  isWorthSending,
  maxWorkSeconds,
  planCopy,
  soundBitsPerSecond,
  type VideoFacts,
} from './copy-plan.ts';

export type MadeCopy = { light: Blob; poster: Blob | null };
/** `paused`: ends one run of the work; `resumed`: when the next one may begin. */
export type Pacing = { paused(): AbortSignal; resumed(): Promise<void>; onProgress(share: number): void };

const keyFrameSeconds = 2;
/** Frames from which the rate is measured. */
const measuredFrames = 120;
const maxChannels = 2;
const posterQuality = 0.8;
/** Early frames are often black or of the ground. */
const posterShare = 0.1;
const maxPosterBytes = 1024 * 1024;

async function readFacts(film: Blob, input: Input, video: InputVideoTrack): Promise<VideoFacts> {
  const seconds = (await input.getDurationFromMetadata([video])) ?? (await input.computeDuration([video]));
  const { averagePacketRate } = await video.computePacketStats(measuredFrames);
  return {
    bytes: film.size,
    seconds,
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    codec: (await video.getCodec()) ?? '',
    framesPerSecond: averagePacketRate,
  };
}

/** Where the browser encodes no AAC, the video's own goes into the copy as it is; any other sound ends the work. */
async function soundOptions(audio: InputAudioTrack | null) {
  if (!audio) return { discard: true };
  const [channels, sampleRate] = [await audio.getNumberOfChannels(), await audio.getSampleRate()];
  const quality = new Quality({ bitrate: soundBitsPerSecond });
  const numberOfChannels = Math.min(channels, maxChannels);
  const canEncode =
    (await audio.canDecode()) && (await canEncodeAudio('aac', { numberOfChannels, sampleRate, quality }));
  return { codec: 'aac' as const, ...(canEncode ? { numberOfChannels, quality } : {}) };
}

/** Blobs leave the memory of the page, and the browser may move them to the disk. */
function collectBlobs() {
  const parts: Blob[] = [];
  const writable = new WritableStream<StreamTargetChunk>({
    write: ({ data }) => void parts.push(new Blob([data])),
  });
  return { writable, whole: () => new Blob(parts, { type: 'video/mp4' }) };
}

async function drawPoster(video: InputVideoTrack, { width, height }: CopyPlan, seconds: number): Promise<Blob | null> {
  const sink = new CanvasSink(video, { width, height, fit: 'fill' });
  const at = (await video.getFirstTimestamp()) + seconds * posterShare;
  const canvas = (await sink.getCanvas(at))?.canvas;
  if (!(canvas instanceof OffscreenCanvas)) return null;
  const poster = await canvas.convertToBlob({ type: 'image/jpeg', quality: posterQuality });
  return poster.type === 'image/jpeg' && poster.size <= maxPosterBytes ? poster : null;
}

/** @throws where it takes longer than a device may work on it */
async function runPaced(conversion: Conversion, pacing: Pacing, seconds: number): Promise<void> {
  let left = maxWorkSeconds(seconds) * 1000;
  while (conversion.state !== 'done') {
    await pacing.resumed();
    const since = performance.now();
    const timer = setTimeout(() => void conversion.cancel(), left);
    try {
      await conversion.execute({ pauseSignal: pacing.paused() });
    } finally {
      clearTimeout(timer);
    }
    left -= performance.now() - since;
  }
}

/** Null: this browser cannot, or the video needs none. */
export async function makeCopy(film: Blob, pacing: Pacing): Promise<MadeCopy | null> {
  const input = new Input({ source: new BlobSource(film), formats: [MP4, QTFF] });
  try {
    const video = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    if (!video || !(await video.canDecode())) return null;
    const facts = await readFacts(film, input, video);
    const plan = planCopy(facts);
    if (!plan) return null;
    const { writable, whole } = collectBlobs();
    const output = new Output({
      format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
      target: new StreamTarget(writable, { chunked: true }),
    });
    const { width, height, framesPerSecond, bitsPerSecond } = plan;
    const conversion = await Conversion.init({
      input,
      output,
      tracks: 'primary',
      video: {
        codec: 'avc',
        width,
        height,
        fit: 'fill',
        // Turned upright in the frames themselves.
        allowTransformationMetadata: false,
        forceTranscode: true,
        quality: new Quality({ bitrate: bitsPerSecond, bitrateMode: 'variable' }),
        keyFrameInterval: keyFrameSeconds,
        ...(framesPerSecond === undefined ? {} : { frameRate: framesPerSecond }),
      },
      audio: await soundOptions(audio),
      // No place, no date, no camera.
      tags: {},
      showWarnings: false,
    });
    const isSilenced = audio !== null && conversion.utilizedTracks.length < 2;
    if (!conversion.isValid || isSilenced) return null;
    conversion.onProgress = pacing.onProgress;
    await runPaced(conversion, pacing, facts.seconds);
    const light = whole();
    if (!isWorthSending(light.size, facts)) return null;
    return { light, poster: await drawPoster(video, plan, facts.seconds).catch(() => null) };
  } finally {
    input.dispose();
  }
}
