// A photographer's device makes the light copy of a video while it uploads it, and sends it after the original.
import type { Locator, Page } from '@playwright/test';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import type { Media } from '#contract/media/endpoints.ts';
import type { Upload } from '#contract/uploads/endpoints.ts';
import { choose, expect, said, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

type Frame = { type: 'key' | 'delta'; data: number[]; timestamp: number; duration: number };
type Encoded = { frames: Frame[]; description: number[] };

const size = { width: 1600, height: 900 };
const framesPerSecond = 12;
const seconds = 2;

/** Frames of coloured noise, as heavy as those of a drone; null where the browser encodes no H.264. Runs in the page. */
async function encodeFrames({ width, height, count, rate }: Record<'width' | 'height' | 'count' | 'rate', number>) {
  const config = { codec: 'avc1.640028', width, height, bitrate: 12_000_000, framerate: rate };
  if (!(await VideoEncoder.isConfigSupported(config)).supported) return null;
  const made: Encoded = { frames: [], description: [] };
  const bytesOf = (source: AllowSharedBufferSource) => Array.from(new Uint8Array(source as ArrayBuffer));
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      const { type, timestamp, duration } = chunk;
      made.frames.push({ type, timestamp, duration: duration ?? 0, data: Array.from(data) });
      const description = metadata?.decoderConfig?.description;
      if (description) made.description = bytesOf(description);
    },
    error: (error) => {
      throw error;
    },
  });
  encoder.configure({ ...config, avc: { format: 'avc' } });
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  for (let nth = 0; nth < count; nth += 1) {
    for (let x = 0; x < width; x += 24)
      for (let y = 0; y < height; y += 24) {
        if (context) context.fillStyle = `hsl(${Math.random() * 360} 70% 50%)`;
        context?.fillRect(x, y, 24, 24);
      }
    const timestamp = (nth * 1_000_000) / rate;
    const frame = new VideoFrame(canvas, { timestamp, duration: 1_000_000 / rate });
    encoder.encode(frame, { keyFrame: nth % rate === 0 });
    frame.close();
    while (encoder.encodeQueueSize > 4) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await encoder.flush();
  return made;
}

/** Its table of contents comes last, as cameras write it. */
async function filmOf({ frames, description }: Encoded): Promise<Buffer> {
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new BufferTarget() });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  const decoderConfig = {
    codec: 'avc1.640028',
    codedWidth: size.width,
    codedHeight: size.height,
    description: Uint8Array.from(description),
  };
  for (const { type, data, timestamp, duration } of frames)
    await source.add(new EncodedPacket(Uint8Array.from(data), type, timestamp / 1e6, duration / 1e6), {
      decoderConfig,
    });
  await output.finalize();
  return Buffer.from(output.target.buffer ?? new ArrayBuffer(0));
}

async function openForm(page: Page, project: string): Promise<Locator> {
  await page.getByRole('button', { name: 'New Progress Session' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Session' });
  await choose(dialog.getByLabel('Project'), project);
  await dialog.getByRole('button', { name: 'Upload Videos' }).click();
  return dialog;
}

test('a phone makes the light copy of a video that it uploads and sends it after the original; once it is released a client gets the copy', async ({
  as,
  api,
}) => {
  const admin = await api('admin');
  const idOf = async (username: string) => {
    const found = await (await admin.get(`/api/users?q=${username}&limit=50`)).json();
    return found.find((user: { username: string }) => user.username === username).id;
  };
  const project = 'Filmed on a phone';
  const data = {
    project: { name: project, clientId: await idOf('client') },
    sites: [{ name: 'Block A', photographerId: await idOf('photographer') }],
  };
  expect((await admin.post('/api/projects', { data })).status()).toBe(201);
  const page = await as('photographer', { phone: true });
  const encoded = await page.evaluate(encodeFrames, {
    ...size,
    count: framesPerSecond * seconds,
    rate: framesPerSecond,
  });
  // biome-ignore lint/suspicious/noSkippedTests: a browser of the system may be built without an encoder.
  test.skip(encoded === null, 'This browser encodes no H.264, so its devices make no copies.');
  const film = await filmOf(encoded as Encoded);
  const order: string[] = [];
  page.on('request', (request) => {
    const [, id] = /\/api\/uploads\/files\/([0-9a-f]{32})$/.exec(request.url()) ?? [];
    if (id && request.method() === 'PATCH') order.push(id);
  });
  // The original arrives first: its copy is begun no earlier.
  let begin: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    begin = resolve;
  });
  await page.route('**/assets/copy-worker-*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  const announcing = page.waitForResponse((answer) => answer.url().endsWith('/copies'));
  const dialog = await openForm(page, project);
  await dialog
    .locator('input[type="file"]:not([capture])')
    .first()
    .setInputFiles([{ name: 'DJI_0001.MP4', mimeType: 'video/mp4', buffer: film }]);
  await expect(dialog.getByText('1 of 1 uploaded')).toBeVisible();
  await expect(dialog.getByText(/^making a light copy · \d+ %$/)).toBeVisible();
  await fits(page);
  await scan(page);
  begin();
  const announced = await announcing;
  expect(announced.status()).toBe(200);
  const { light, poster } = announced.request().postDataJSON();
  expect(light.bytes).toBeLessThan(film.length * 0.8);
  expect(light.bytes).toBeGreaterThan(50_000);
  const link = await dialog.getByRole('textbox', { name: 'Videos' }).inputValue();
  const upload = `/api/uploads/${link.split('/').at(-1)}`;
  const file = ((await (await page.request.get(upload)).json()) as Upload).files[0]?.id ?? '';
  const again = () => page.request.post(`/api/uploads/files/${file}/copies`, { data: { light, poster } });
  await expect.poll(async () => (await again()).status(), 'the server has it').toBe(409);
  expect((await again().then((answer) => answer.json())).code).toBe('made');
  expect(order).toEqual([file, poster.id, light.id]);
  await expect(dialog.getByText(/light copy/)).toHaveCount(0);
  expect(((await (await page.request.get(upload)).json()) as Upload).files).toHaveLength(1);
  await scan(page);
  await dialog.getByRole('button', { name: 'Create Session' }).click();
  await said(page, 'Session created');
  const [{ id }] = await (await admin.get(`/api/sessions?q=${encodeURIComponent(project)}&limit=1`)).json();
  expect((await admin.put(`/api/sessions/${id}/approve`, { data: {} })).status()).toBe(200);
  const client = await api('client');
  const [item] = ((await (await client.get(`/api/sessions/${id}/media/videos`)).json()) as Media).items;
  expect(item).toMatchObject({ name: 'DJI_0001.MP4', light: { bytes: light.bytes } });
  const copy = await client.get(item?.light?.url ?? '');
  expect([copy.status(), (await copy.body()).length]).toEqual([200, light.bytes]);
  expect((await client.get(item?.posterUrl ?? '')).headers()['content-type']).toBe('image/jpeg');
});
