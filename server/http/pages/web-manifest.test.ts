// What a device reads before it installs the product.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, testConfig } from '#server/test-support/test-app.ts';
import { shortName } from './web-manifest.ts';

type Icon = { src: string; sizes: string; type: string; purpose: string };
const folder = join(import.meta.dirname, '../../../web/public');
let testApp: TestApp;
let manifest: { icons: Icon[] } & Record<string, unknown>;

beforeAll(async () => {
  testApp = await createTestApp({ brand: { ...testConfig.brand, name: 'Obi & Sons "Aerial"' } });
  const answer = await testApp.call(null, 'GET /manifest.webmanifest');
  expect(answer.headers['content-type']).toContain('application/manifest+json');
  manifest = answer.body as typeof manifest;
});
afterAll(() => testApp.close());

describe('the manifest', () => {
  it('carries the name of the running company', () => {
    expect(manifest).toMatchObject({ name: 'Obi & Sons "Aerial"', short_name: 'Obi & Sons' });
  });

  it('starts at the dashboard, in a window of its own', () => {
    expect(manifest).toMatchObject({ id: '/', start_url: '/dashboard', scope: '/', display: 'standalone' });
  });

  it('names icons that are there, of the sizes that it states, whole where a device cuts its own shape', async () => {
    const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
    expect(pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
    ]);
    for (const { src, sizes, purpose } of pictures) {
      const image = sharp(join(folder, src));
      const { width, height } = await image.metadata();
      expect(`${width}x${height}`).toBe(sizes);
      expect((await image.stats()).isOpaque).toBe(purpose === 'maskable');
    }
    expect(existsSync(join(folder, 'favicon.svg'))).toBe(true);
  });
});

describe('the name under an icon', () => {
  it('is the leading words that fit', () => {
    expect(shortName('Topout')).toBe('Topout');
    expect(shortName('Lagos Sky Survey Company')).toBe('Lagos Sky');
    expect(shortName('Bauwerksdokumentation Nord')).toBe('Bauwerksdokumentation');
  });
});
