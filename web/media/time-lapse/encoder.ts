// Writes frames into a film by the browser's own encoder. Fetched with its library when the first film is made.
import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  Quality,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import { bitrateOf, framesPerSecond, type Size } from './time-lapse-plan.ts';

/** H.264 in MP4 plays everywhere; the others where WebM does. */
const containers = [
  {
    codecs: ['avc'],
    // Its table of contents comes last: the other ways keep the film twice.
    format: () => new Mp4OutputFormat({ fastStart: false }),
    type: 'video/mp4',
    extension: 'mp4',
  },
  { codecs: ['vp9', 'vp8'], format: () => new WebMOutputFormat(), type: 'video/webm', extension: 'webm' },
] as const;

export type Encoder = NonNullable<Awaited<ReturnType<typeof openEncoder>>>;

type FirstEncodable = (codecs: VideoCodec[]) => Promise<VideoCodec | null>;

/** Null: this browser encodes none of them. */
export async function chooseContainer(firstEncodable: FirstEncodable) {
  for (const container of containers) {
    const codec = await firstEncodable([...container.codecs]);
    if (codec) return { ...container, codec };
  }
  return null;
}

export type OpenEncoder = typeof openEncoder;

/** Films what stands on the canvas. Null: this browser can encode no film of that size. */
export async function openEncoder(canvas: HTMLCanvasElement, size: Size) {
  const quality = new Quality({ bitrate: bitrateOf(size), bitrateMode: 'variable' });
  const options = { ...size, quality, frameRate: framesPerSecond };
  const container = await chooseContainer((codecs) => getFirstEncodableVideoCodec(codecs, options));
  if (!container) return null;
  const { codec, format, type, extension } = container;
  const output = new Output({ format: format(), target: new BufferTarget() });
  const source = new CanvasSource(canvas, { codec, quality, keyFrameInterval: 2 });
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  return { extension, ...frameWriter(output, source, type) };
}

function frameWriter(
  output: Output<Mp4OutputFormat | WebMOutputFormat, BufferTarget>,
  source: CanvasSource,
  type: string,
) {
  let frames = 0;
  return {
    frames: () => frames,
    /** Waits while the encoder has enough to do. */
    async add(): Promise<void> {
      await source.add(frames / framesPerSecond, 1 / framesPerSecond);
      frames += 1;
    },
    async finish(): Promise<Blob> {
      await output.finalize();
      return new Blob([output.target.buffer ?? new ArrayBuffer(0)], { type });
    },
    /** Nothing is kept; also where it is finished or failed already. */
    async close(): Promise<void> {
      if (output.state !== 'finalized') await output.cancel().catch(() => undefined);
    },
  };
}
