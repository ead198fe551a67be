// What the settings refuse, and in which words.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { splitHosts } from './config/database.ts';
import { type Env, InvalidSetting, readSecret } from './config/read-setting.ts';
import { type Config, readConfig } from './config.ts';

const secret = 'c0ncrete-and-steel-and-glass-and-wood';
const base = { SESSION_SECRET: secret, DATA_DIR: '/nowhere' };

const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});

/** GOOGLE_DRIVE_CREDENTIALS as Google issues it, with these fields changed. */
function account(change: Record<string, string>): Record<string, string> {
  const whole = {
    type: 'service_account',
    client_email: 'topout@example.iam.gserviceaccount.com',
    private_key: privateKey,
  };
  return { GOOGLE_DRIVE_CREDENTIALS: JSON.stringify({ ...whole, ...change }) };
}

describe('settings', () => {
  it('names the demo company’s project as live sample, in the demo alone, unless the operator says otherwise', () => {
    const read = (more: Record<string, string>) => readConfig({ ...base, ...more }).sampleProject;
    expect(read({ DEMO: 'true' })).toBe('first');
    expect(read({ DEMO: 'true', SAMPLE_PROJECT: 'none' })).toBeNull();
    expect(read({ DEMO: 'false' })).toBeNull();
    expect(read({ DEMO: 'false', SAMPLE_PROJECT: '12' })).toBe(12);
  });

  it('keep uploads beside the demo’s database, elsewhere only in a folder that is named and lies apart from MEDIA_ROOT', () => {
    const folder = mkdtempSync(join(tmpdir(), 'topout-roots-'));
    const read = (more: Record<string, string>) => readConfig({ ...base, ...more }).uploads;
    expect(read({ DEMO: 'true' })?.root).toBe('/nowhere/uploads');
    expect(read({ DEMO: 'false' })).toBeNull();
    expect(read({ DEMO: 'false', UPLOAD_ROOT: folder, UPLOAD_QUOTA_GB: '2' })).toEqual({
      root: folder,
      rootIsFixed: true,
      quotaBytes: 2 * 1024 ** 3,
      quotaIsFixed: true,
    });
    expect(() => read({ UPLOAD_ROOT: '/no/such/folder' })).toThrow('there is no folder of that name');
    expect(() => read({ UPLOAD_ROOT: folder, UPLOAD_QUOTA_GB: 'much' })).toThrow('UPLOAD_QUOTA_GB');
    const outer = join(folder, '..');
    expect(() => read({ UPLOAD_ROOT: folder, MEDIA_ROOT: outer })).toThrow('inside the other');
    expect(() => read({ UPLOAD_ROOT: outer, MEDIA_ROOT: folder })).toThrow('inside the other');
  });

  it('take a bucket by its address, with uploads on, and repeat nothing of an address that is wrong', () => {
    const read = (STORAGE_URL: string, more: Record<string, string> = {}) =>
      readConfig({ ...base, DEMO: 'false', STORAGE_URL, ...more });
    const config = read('s3://key:se%2Fcret%2B@store.example.org:9000/site-files?region=eu-west-1');
    expect(config.bucket).toEqual({
      endpoint: 'https://store.example.org:9000',
      region: 'eu-west-1',
      bucket: 'site-files',
      key: 'key',
      secret: 'se/cret+',
    });
    expect(config.uploads).toMatchObject({ rootIsFixed: true });
    expect(read('s3://k:s@10.0.0.2/files?tls=off').bucket).toMatchObject({
      endpoint: 'http://10.0.0.2',
      region: 'us-east-1',
    });
    expect(readConfig({ ...base, DEMO: 'false' }).bucket).toBeNull();
    for (const wrong of [
      'hunter2',
      'https://k:hunter2@store/files',
      's3://hunter2@store/files',
      's3://k:hunter2@store/',
      's3://k:hunter2@store/a/b',
      's3://k:hunter2%@store/files',
      's3://k:hunter2@store/files?tls=no',
      's3://k:hunter2@store/files?acl=public',
    ]) {
      expect(() => read(wrong)).toThrow(/^STORAGE_URL .*s3:\/\/KEY:SECRET@/);
      expect(() => read(wrong)).not.toThrow('hunter2');
    }
    expect(() => read('s3://k:s@store/files', { UPLOAD_ROOT: tmpdir() })).toThrow('are both set');
  });

  it('have defaults that work without any', () => {
    const config = readConfig(base);
    expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', databaseUrl: null, demo: true, logLevel: 'info' });
    expect(config.brand.name).toBe('Topout');
  });

  const wrong: [string, Record<string, string>, RegExp][] = [
    ['a port that is none', { PORT: '70000' }, /^PORT is '70000', but must be a whole number from 0 to 65535/],
    ['a role that is none', { ROLE: 'cook' }, /ROLE is 'cook', but must be one of web, work, both/],
    [
      'a way past no pooler',
      { DATABASE_DIRECT_URL: 'postgresql://x/y' },
      /DATABASE_DIRECT_URL is set without DATABASE_URL/,
    ],
    [
      'a list of hosts with a gap',
      { DATABASE_URL: 'postgresql://u:p@db1,,db3/x' },
      /^DATABASE_URL is a list of hosts in which host 2 is missing: write it as db1:5432,db2:5432/,
    ],
    [
      'a list of hosts with a port that is none',
      { DATABASE_URL: 'postgresql://u:p@db1:5432,db2:70000/x' },
      /host 2 has no port from 1 to 65535/,
    ],
    [
      'a list of hosts with a name that is none',
      { DATABASE_URL: 'postgresql://u:p@db1, db2/x' },
      /host 2 cannot be read/,
    ],
    [
      'a list that names a host twice',
      { DATABASE_URL: 'postgresql://u:p@db1,db2,db1:5432/x' },
      /^DATABASE_URL names host 3 of its list twice/,
    ],
    [
      'hosts in two places',
      { DATABASE_URL: 'postgresql://u:p@db1,db2/x?port=5433' },
      /names hosts in host= or port= as well/,
    ],
    [
      'hosts in the other place',
      { DATABASE_URL: 'postgresql://u:p@db1/x?host=db2,db3' },
      /write several hosts before the name of the database/,
    ],
    [
      'a database that only reads',
      { DATABASE_URL: 'postgresql://u:p@db1,db2/x?target_session_attrs=standby' },
      /target_session_attrs that Topout cannot work with.*must be read-write/,
    ],
    [
      'a list of hosts past the pooler with a gap',
      { DATABASE_URL: 'postgresql://u:p@pool/x', DATABASE_DIRECT_URL: 'postgresql://u:p@,db2/x' },
      /^DATABASE_DIRECT_URL is a list of hosts in which host 1 is missing/,
    ],
    ['a database of another kind', { DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL begins with 'mysql:'.*postgresql:/],
    ['an address that is none', { PUBLIC_URL: 'topout' }, /PUBLIC_URL is 'topout', but must be an address/],
    [
      'a media folder that is not there',
      { MEDIA_ROOT: '/no/such' },
      /MEDIA_ROOT is '\/no\/such', but there is no folder/,
    ],
    [
      'a map that is not there',
      { MAP_TILES: '/no/such.pmtiles' },
      /MAP_TILES is '\/no\/such\.pmtiles', but there is no file/,
    ],
    ['a map that is none', { MAP_TILES: import.meta.filename }, /MAP_TILES is '.*', but that is not a PMTiles archive/],
    ['a cache of no size', { MEDIA_CACHE_MB: '0' }, /MEDIA_CACHE_MB is '0', but must be a whole number of mega/],
    ['a log level that is none', { LOG_LEVEL: 'loud' }, /LOG_LEVEL is 'loud'.*fatal, error/],
    ['a switch that is neither', { DEMO: 'maybe' }, /DEMO is 'maybe', but must be true or false/],
    ['a proxy list that is none', { TRUST_PROXY: 'nginx' }, /TRUST_PROXY is 'nginx'/],
    ['trust in everybody', { TRUST_PROXY: 'true' }, /TRUST_PROXY is 'true'.*a number of hops.*addresses/],
    ['a range of proxies that is none', { TRUST_PROXY: '10.0.0.0/99' }, /TRUST_PROXY is '10\.0\.0\.0\/99'/],
    ['a range of proxies that is everybody', { TRUST_PROXY: '0.0.0.0/0' }, /TRUST_PROXY is '0\.0\.0\.0\/0'/],
    ['a place below an address', { PUBLIC_URL: 'https://x.ng/topout' }, /PUBLIC_URL is '.*\/topout'.*without a path/],
    [
      'no writes at all',
      { WRITES_PER_MINUTE: '0' },
      /WRITES_PER_MINUTE is '0', but must be a whole number, at least 1/,
    ],
    [
      'a longer wait for further mail',
      { MAIL_GATHER_MINUTES: '90' },
      /MAIL_GATHER_MINUTES is '90', but must be a whole number from 0/,
    ],
    ['passwords that are too short', { PASSWORD_MIN: '5' }, /PASSWORD_MIN is '5', but must be a whole number from 6/],
    [
      'a sample that is no project',
      { SAMPLE_PROJECT: 'Lekki' },
      /SAMPLE_PROJECT is 'Lekki', but must be the number of a/,
    ],
    ['a short metrics token', { METRICS_TOKEN: 'abc' }, /METRICS_TOKEN is too short/],
    [
      'a key file that is not there',
      { GOOGLE_DRIVE_CREDENTIALS: '/no/key.json' },
      /CREDENTIALS is '\/no\/key\.json', but/,
    ],
    [
      'a key that is no JSON',
      { GOOGLE_DRIVE_CREDENTIALS: '{"type":' },
      /GOOGLE_DRIVE_CREDENTIALS is not JSON: set it to/,
    ],
    [
      'a key of another kind',
      account({ type: 'authorized_user' }),
      /not the key of a service account.*service_account/,
    ],
    ['a key without its account', account({ client_email: '' }), /GOOGLE_DRIVE_CREDENTIALS has no 'client_email'/],
    [
      'a key that was cut',
      account({ private_key: '-----BEGIN PRIVATE KEY-----' }),
      /'private_key' that cannot be read/,
    ],
    ['a token address that is none', account({ token_uri: 'nowhere' }), /'token_uri' 'nowhere', but it must be/],
    [
      'a tour host with a path',
      { TOUR_HOSTS: 'a.example.org, https://b.example.org/' },
      /TOUR_HOSTS has 'https:.*host names/,
    ],
    ['a tour host that ends the policy', { TOUR_HOSTS: "a.example.org; script-src 'unsafe-inline'" }, /TOUR_HOSTS has/],
    ['every host as a WebODM host', { WEBODM_HOSTS: '*' }, /WEBODM_HOSTS has '\*'/],
    ['a maps key that is none', { GOOGLE_MAPS_KEY: 'a key' }, /GOOGLE_MAPS_KEY is not a key/],
    ['a mail server of another kind', { SMTP_URL: 'http://mail.example.org' }, /SMTP_URL cannot be read.*smtps:\/\//],
    [
      'a mail server with a path',
      { SMTP_URL: 'smtp://mail.example.org/inbox' },
      /SMTP_URL has something after the host/,
    ],
    [
      'a mail login without a password',
      { SMTP_URL: 'smtp://topout@mail.example.org' },
      /SMTP_URL has a user or a password/,
    ],
    ['a sender that is none', { MAIL_FROM: 'Topout' }, /MAIL_FROM is 'Topout', but must be an address such as/],
    ['a sender of two lines', { MAIL_FROM: 'A\r\nBcc: x <a@example.org>' }, /MAIL_FROM is/],
    ['a weak secret', { SESSION_SECRET: 'secret' }, /SESSION_SECRET is too weak.*at least 32 random/],
    ['a long but monotonous secret', { SESSION_SECRET: 'a'.repeat(64) }, /SESSION_SECRET is too weak/],
    ['demo data on a server', { DATABASE_URL: 'postgresql://x/y', DEMO: 'true' }, /DEMO is on, but/],
  ];
  it.each(wrong)('name %s', (_what, env, sentence) => {
    expect(() => readConfig({ ...base, ...env })).toThrow(sentence);
  });

  it('take the key of a service account as JSON and as the path of its file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'topout-')), 'key.json');
    const text = account({}).GOOGLE_DRIVE_CREDENTIALS ?? '';
    writeFileSync(file, text);
    for (const setting of [text, file]) {
      const { drive } = readConfig({ ...base, GOOGLE_DRIVE_CREDENTIALS: setting });
      expect(drive.account?.email).toBe('topout@example.iam.gserviceaccount.com');
      expect(drive.account?.tokenUri).toBe('https://oauth2.googleapis.com/token');
    }
  });

  it('never repeat a key that they refuse', () => {
    for (const setting of [privateKey.toString(), `"${privateKey}"`, `{"private_key":"${privateKey}`]) {
      const secretPart = privateKey.toString().split('\n')[2];
      const said = () => readConfig({ ...base, GOOGLE_DRIVE_CREDENTIALS: setting });
      expect(said).toThrow(/^GOOGLE_DRIVE_CREDENTIALS is no/);
      expect(said).not.toThrow(secretPart);
    }
  });

  it('never repeat the password of a database address that they refuse', () => {
    const addresses = [
      'postgresql://topout:hunter2@db:54x/topout',
      'topout:hunter2@db/topout',
      'hunter2:x@db/topout',
      'postgres//topout:hunter2@db',
      'mysql://topout:hunter2@db/topout',
    ];
    for (const address of addresses) {
      const said = () => readConfig({ ...base, DATABASE_URL: address });
      expect(said).toThrow(/^DATABASE_URL .*postgresql:/);
      expect(said).not.toThrow('hunter2');
    }
  });

  it('read where mail goes and whom it is from, by default the company as it is called', () => {
    const none = readConfig({ ...base, BRAND_NAME: 'Skyline', BRAND_EMAIL: 'hello@skyline.ng' });
    expect(none).toMatchObject({ smtp: null, mailFrom: { name: null, address: 'hello@skyline.ng' } });
    const SMTP_URL = 'smtp://post%40skyline.ng:p%2Fw%25@mail.skyline.ng';
    const { smtp, mailFrom } = readConfig({ ...base, SMTP_URL, MAIL_FROM: '"Skyline Progress" <p@skyline.ng>' });
    expect(smtp).toEqual({
      host: 'mail.skyline.ng',
      port: 587,
      secure: false,
      requireTls: true,
      login: { user: 'post@skyline.ng', password: 'p/w%' },
    });
    expect(mailFrom).toEqual({ name: 'Skyline Progress', address: 'p@skyline.ng' });
    expect(readConfig({ ...base, SMTP_URL: 'smtps://mail.skyline.ng:4465' }).smtp).toMatchObject({
      port: 4465,
      secure: true,
      login: null,
    });
    expect(readConfig({ ...base, MAIL_FROM: 'p@skyline.ng' }).mailFrom.name).toBe(null);
    expect(readConfig({ ...base, SMTP_URL: 'smtp://a:b@127.0.0.1:2525' }).smtp?.requireTls).toBe(false);
  });

  it('never repeat the password of a mail server that they refuse', () => {
    const addresses = [
      'smtp://topout:hunter2@mail:54x',
      'topout:hunter2@mail',
      'imap://topout:hunter2@mail.example.org',
      'smtp://topout:hunter2@mail.example.org/x',
      'smtp://topout:hunter2%@mail.example.org',
      'smtp://:hunter2@mail.example.org',
    ];
    for (const SMTP_URL of addresses) {
      const said = () => readConfig({ ...base, SMTP_URL });
      expect(said).toThrow(/^SMTP_URL /);
      expect(said).not.toThrow('hunter2');
    }
  });

  it('name hosts whose tours and maps may be framed', () => {
    const { linkHosts } = readConfig({
      ...base,
      TOUR_HOSTS: 'Tours.example.org, t2.example.org',
      WEBODM_HOSTS: 'odm.example.org',
    });
    expect(linkHosts).toMatchObject({ tours: ['tours.example.org', 't2.example.org'], webodm: ['odm.example.org'] });
  });

  it('let the Drive API stand beneath a path', () => {
    const { drive } = readConfig({ ...base, GOOGLE_DRIVE_API_BASE: 'https://relay.example.org/google' });
    expect(drive.base).toBe('https://relay.example.org/google/');
    expect(readConfig(base).drive).toEqual({ key: null, account: null, base: 'https://www.googleapis.com/' });
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
    expect(() => readConfig({ DATA_DIR: file })).toThrow(/^DATA_DIR is '.*file', but cannot be written to/);
    expect(() => readConfig({ DATA_DIR: file })).toThrow(InvalidSetting);
  });

  it('make no demo where others can reach it, unless the settings say so', () => {
    expect(readConfig({ ...base, HOST: '0.0.0.0' }).demo).toBe(false);
    expect(readConfig({ ...base, HOST: '0.0.0.0', DEMO: 'yes' }).demo).toBe(true);
    expect(readConfig({ ...base, NODE_ENV: 'production' }).demo).toBe(false);
    expect(readConfig({ ...base, DATABASE_URL: 'postgresql://x/y' }).demo).toBe(false);
  });
});

describe('several hosts of a database', () => {
  const list = 'postgresql://t:p,w@db1,[::1]:5433,db3:5434/t?target_session_attrs=read-write&sslmode=verify-full';

  it('stand in one address, each with a port of its own, and keep what else it says', () => {
    expect(readConfig({ ...base, DATABASE_URL: list }).databaseUrl).toBe(list);
    expect(splitHosts(list)).toEqual({
      url: 'postgresql://t:p,w@db1/t?target_session_attrs=read-write&sslmode=verify-full',
      hosts: [
        { host: 'db1', port: 5432 },
        { host: '::1', port: 5433 },
        { host: 'db3', port: 5434 },
      ],
    });
  });

  it('are not asked for where there is one, unless it may be a standby', () => {
    const socket = 'postgresql://t@localhost/t?host=%2Frun%2Fpostgresql';
    for (const url of ['postgresql://t:p@db1:5433/t', socket]) expect(splitHosts(url)).toEqual({ url, hosts: null });
    const asking = splitHosts('postgresql://t@db1:5433/t?target_session_attrs=primary');
    expect(asking.hosts).toEqual([{ host: 'db1', port: 5433 }]);
  });

  it('never show a password that was read as one of them', () => {
    const DATABASE_URL = 'postgresql://t:hunter2/x@db1,db2/t';
    for (const url of [DATABASE_URL, 'postgresql://t:p@db1,hun:ter2/t'])
      expect(() => readConfig({ ...base, DATABASE_URL: url })).not.toThrow(/hunter2|ter2/);
  });
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'topout-secrets-'));
  const fileOf = (text: string, name = 'secret') => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  /** Each secret with something valid to say, and where it then stands in the settings. */
  type Case = { name: string; text: string; env?: Env; found: (config: Config) => unknown; expected?: string };
  const secrets: Case[] = [
    { name: 'SESSION_SECRET', text: secret, found: (config) => config.secret },
    { name: 'DATABASE_URL', text: 'postgresql://t:p@db/t', found: (config) => config.databaseUrl },
    {
      name: 'DATABASE_DIRECT_URL',
      text: 'postgresql://t:p@db/t',
      env: { DATABASE_URL: 'postgresql://t:p@pool/t' },
      found: (config) => config.databaseDirectUrl,
    },
    { name: 'SMTP_URL', text: 'smtps://u:p@a.example.org', found: ({ smtp }) => smtp?.login?.password, expected: 'p' },
    { name: 'GOOGLE_DRIVE_API_KEY', text: 'AIza', found: (config) => config.drive.key },
    {
      name: 'GOOGLE_DRIVE_CREDENTIALS',
      text: account({}).GOOGLE_DRIVE_CREDENTIALS ?? '',
      found: (config) => config.drive.account?.email,
      expected: 'topout@example.iam.gserviceaccount.com',
    },
    { name: 'METRICS_TOKEN', text: 'a-token-of-20-letters', found: (config) => config.metricsToken },
  ];
  const without = (name: string) => ({ ...base, ...(name === 'SESSION_SECRET' && { SESSION_SECRET: undefined }) });

  it.each(secrets)(
    'is read for $name as if it stood in the environment',
    ({ name, text, env, found, expected = text }) => {
      const config = readConfig({ ...without(name), ...env, [`${name}_FILE`]: fileOf(`${text}\n`) });
      expect(found(config)).toBe(expected);
    },
  );

  it.each(secrets)('stops the start for $name if missing, empty, a folder, or set twice', ({ name, text }) => {
    const said = (env: Env) => () => readConfig({ ...without(name), ...env });
    expect(said({ [`${name}_FILE`]: '/no/such' })).toThrow(
      `${name}_FILE is '/no/such', but there is no file of that name.`,
    );
    expect(said({ [`${name}_FILE`]: folder })).toThrow(`${name}_FILE is '${folder}', but that is a folder.`);
    const empty = fileOf(' \n', 'empty');
    expect(said({ [`${name}_FILE`]: empty })).toThrow(`${name}_FILE is '${empty}', but that file is empty.`);
    expect(said({ [name]: text, [`${name}_FILE`]: fileOf(text) })).toThrow(
      `${name} and ${name}_FILE are both set: unset one of them.`,
    );
    const huge = fileOf('x'.repeat(100_000), 'huge');
    expect(said({ [`${name}_FILE`]: huge })).toThrow('that file is too large for a secret.');
  });

  it('never repeats what a file holds that is wrong', () => {
    const DATABASE_URL_FILE = fileOf('mysql://topout:hunter2@db/topout');
    expect(() => readConfig({ ...base, DATABASE_URL_FILE })).toThrow(/^DATABASE_URL begins with 'mysql:'/);
    expect(() => readConfig({ ...base, DATABASE_URL_FILE })).not.toThrow('hunter2');
  });

  it('keeps the blanks of a password and drops the one line break that an editor put behind it', () => {
    const file = fileOf(' two words \r\n', 'password');
    expect(readSecret({ TOPOUT_ADMIN_PASSWORD_FILE: file }, 'TOPOUT_ADMIN_PASSWORD')).toBe(' two words ');
    expect(readSecret({ TOPOUT_ADMIN_PASSWORD: ' x ' }, 'TOPOUT_ADMIN_PASSWORD')).toBe(' x ');
  });
});

describe('an authority for time stamps', () => {
  it('is an address, of none unless it is set', () => {
    expect(readConfig(base).tsaUrl).toBeNull();
    expect(readConfig({ ...base, TSA_URL: 'https://tsa.example.org/tsr' }).tsaUrl).toBe('https://tsa.example.org/tsr');
    expect(() => readConfig({ ...base, TSA_URL: 'ftp://tsa.example.org' })).toThrow('TSA_URL begins with');
  });
});

describe('where messages may be sent to', () => {
  it('is the push hosts of Google, Mozilla, Microsoft and Apple, or those that the setting names', () => {
    expect(readConfig(base).outgoing).toEqual({
      pushHosts: ['fcm.googleapis.com', 'push.services.mozilla.com', 'notify.windows.com', 'push.apple.com'],
      testOrigins: [],
    });
    expect(readConfig({ ...base, PUSH_HOSTS: 'push.example.org' }).outgoing.pushHosts).toEqual(['push.example.org']);
  });

  it('is a server of a test on this machine only by a setting, which production refuses', () => {
    const origins = { ...base, TEST_ORIGINS: 'http://127.0.0.1:4000, http://localhost:4001' };
    expect(readConfig(origins).outgoing.testOrigins).toEqual(['http://127.0.0.1:4000', 'http://localhost:4001']);
    const production = { ...origins, NODE_ENV: 'production' };
    expect(() => readConfig(production)).toThrow('TEST_ORIGINS is for tests: unset it in production.');
    for (const origin of ['http://10.0.0.1', 'https://example.org', 'ftp://127.0.0.1', 'http://127.0.0.1/path', 'x'])
      expect(() => readConfig({ ...base, TEST_ORIGINS: origin }), origin).toThrow(InvalidSetting);
  });
});
