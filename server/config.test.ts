// What the settings refuse, and in which words.
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, WrongSetting } from './config.ts';

const secret = 'c0ncrete-and-steel-and-glass-and-wood';
const base = { SESSION_SECRET: secret, DATA_DIR: '/nowhere' };

describe('settings', () => {
  it('have defaults that work without any', () => {
    const config = readConfig(base);
    expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', databaseUrl: null, demo: true, logLevel: 'info' });
    expect(config.brand.name).toBe('Topout');
  });

  const wrong: [string, Record<string, string>, RegExp][] = [
    ['a port that is none', { PORT: '70000' }, /^PORT is '70000', but must be a whole number from 0 to 65535/],
    ['a database of another kind', { DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL begins with 'mysql:'.*postgresql:/],
    ['an address that is none', { PUBLIC_URL: 'topout' }, /PUBLIC_URL is 'topout', but must be an address/],
    [
      'a media folder that is not there',
      { MEDIA_ROOT: '/no/such' },
      /MEDIA_ROOT is '\/no\/such', but there is no folder/,
    ],
    ['a cache of no size', { MEDIA_CACHE_MB: '0' }, /MEDIA_CACHE_MB is '0', but must be a whole number of mega/],
    ['a log level that is none', { LOG_LEVEL: 'loud' }, /LOG_LEVEL is 'loud'.*fatal, error/],
    ['a switch that is neither', { DEMO: 'maybe' }, /DEMO is 'maybe', but must be true or false/],
    ['a proxy list that is none', { TRUST_PROXY: 'nginx' }, /TRUST_PROXY is 'nginx'/],
    ['a range of proxies that is none', { TRUST_PROXY: '10.0.0.0/99' }, /TRUST_PROXY is '10\.0\.0\.0\/99'/],
    ['a range of proxies that is everybody', { TRUST_PROXY: '0.0.0.0/0' }, /TRUST_PROXY is '0\.0\.0\.0\/0'/],
    ['a place below an address', { PUBLIC_URL: 'https://x.ng/topout' }, /PUBLIC_URL is '.*\/topout'.*without a path/],
    ['a short metrics token', { METRICS_TOKEN: 'abc' }, /METRICS_TOKEN is too short/],
    ['a weak secret', { SESSION_SECRET: 'secret' }, /SESSION_SECRET is too weak.*at least 32 random/],
    ['a long but monotonous secret', { SESSION_SECRET: 'a'.repeat(64) }, /SESSION_SECRET is too weak/],
    ['demo data on a server', { DATABASE_URL: 'postgresql://x/y', DEMO: 'true' }, /DEMO is on, but/],
  ];
  it.each(wrong)('name %s', (_what, env, sentence) => {
    expect(() => readConfig({ ...base, ...env })).toThrow(sentence);
  });

  it('demand a secret in production and with a database server', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/SESSION_SECRET is not set/);
    expect(() => readConfig({ DATABASE_URL: 'postgresql://x/y' })).toThrow(/SESSION_SECRET is not set/);
  });

  it('keep a secret of their own beside the embedded database, for its owner only', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'topout-')), 'new');
    const first = readConfig({ DATA_DIR: folder }).secret;
    expect(first.length).toBeGreaterThan(40);
    expect(readConfig({ DATA_DIR: folder }).secret).toBe(first);
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(first);
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });

  it('make a new secret where a full disk once left an empty one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'topout-'));
    writeFileSync(join(folder, 'secret'), '');
    const { secret: made } = readConfig({ DATA_DIR: folder });
    expect(made.length).toBeGreaterThan(40);
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(made);
  });

  it('name a data folder in which nothing can be kept', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'topout-')), 'file');
    writeFileSync(file, '');
    expect(() => readConfig({ DATA_DIR: file })).toThrow(/^DATA_DIR is '.*file', but nothing can be kept there/);
    expect(() => readConfig({ DATA_DIR: file })).toThrow(WrongSetting);
  });

  it('make no demo where others can reach it, unless told to', () => {
    expect(readConfig({ ...base, HOST: '0.0.0.0' }).demo).toBe(false);
    expect(readConfig({ ...base, HOST: '0.0.0.0', DEMO: 'yes' }).demo).toBe(true);
    expect(readConfig({ ...base, NODE_ENV: 'production' }).demo).toBe(false);
    expect(readConfig({ ...base, DATABASE_URL: 'postgresql://x/y' }).demo).toBe(false);
  });
});
