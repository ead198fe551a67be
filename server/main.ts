// Starts the product and stops it gracefully.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { InvalidSetting } from './config/read-setting.ts';
import { type Config, processConfig } from './config.ts';
import { seedDemo } from './db/demo/seed.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { createDatabase, type Database } from './db/open.ts';
import { failureSentence, StartupError } from './db/startup-error.ts';
import { closeFolder, makePrivateFiles } from './lib/private-folder.ts';

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

/** The embedded database or the one of DATABASE_URL; `stop` ends what was started here. */
async function connectDatabase(config: Config): Promise<{ database: Database; stop(): Promise<void> }> {
  if (config.databaseUrl !== null) {
    const direct = config.databaseDirectUrl ?? undefined;
    const database = createDatabase(config.databaseUrl, { log: print, direct });
    return { database, stop: () => database.close() };
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: print });
  const database = createDatabase(embedded.connection, { log: print });
  return {
    database,
    async stop() {
      await database.close();
      await embedded.stop();
    },
  };
}

/** Past a pooler, whose time limit for a transaction is made for requests. */
async function migrateDirectly(database: Database, { databaseDirectUrl }: Config): Promise<void> {
  if (databaseDirectUrl === null) return void (await migrate(database));
  const direct = createDatabase(databaseDirectUrl, { max: 1 });
  await migrate(direct).finally(() => direct.close());
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    return await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartupError(`Port ${config.port} is taken: stop what uses it, or set PORT to another one.`);
    if (code === 'EACCES')
      throw new StartupError(`This user may not listen on port ${config.port}: set PORT to 1024 or more.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(`HOST is '${config.host}', but this machine has no such address.`);
    throw error;
  }
}

function printGreeting(config: Config, address: string): void {
  print(`${config.brand.name} is ready: ${config.publicUrl ?? address}`);
  if (config.smtp && config.publicUrl === null)
    print('SMTP_URL is set, but no mail is sent: set PUBLIC_URL too, from which the addresses in mails are built.');
  if (config.demo) print('Demo logins: admin, photographer, client — password topout-demo');
}

/** A folder of the project, or any by its whole path, if it exists. The scripts start us in the project's folder. */
function existingFolder(folder: string): string | null {
  const path = resolve(folder);
  return existsSync(path) ? path : null;
}

async function start(): Promise<void> {
  // As root the database's user has to come through the folders that are made until it runs.
  if (process.getuid?.() !== 0) makePrivateFiles();
  const config = processConfig();
  const connected = await connectDatabase(config);
  makePrivateFiles();
  const closed = closeFolder(config.dataDir);
  if (closed) print(closed);
  try {
    await migrateDirectly(connected.database, config);
    const demo = { from: join(process.cwd(), 'demo/media'), to: join(config.dataDir, 'demo-media') };
    if (config.demo) await seedDemo(connected.database, demo);
    const app = await buildApp({
      config,
      database: connected.database,
      pages: existingFolder('build/web'),
      demoMedia: config.demo ? (existingFolder(demo.to) ?? existingFolder('demo/media')) : null,
    });
    const address = await listen(app, config);
    printGreeting(config, address);
    closeWithGrace({ delay: 9_000, logger: false }, async ({ err }) => {
      if (err) app.log.error({ err }, 'stopping after an unexpected error');
      await app.close();
      await connected.stop();
    });
  } catch (error) {
    await connected.stop();
    throw error;
  }
}

await start().catch((error: unknown) => {
  const sentence = error instanceof InvalidSetting ? error.message : failureSentence(error);
  process.stderr.write(`${sentence ?? (error as Error).stack}\n`);
  process.exit(1);
});
