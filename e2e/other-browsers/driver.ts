// Drives Firefox (Marionette) and WebKit (WebDriver) with the same few W3C commands: no package, no download.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '#server/test-support/processes/free-port.ts';
import { startDisplay } from './display.ts';

export type BrowserName = 'firefox' | 'webkit';
export type ElementRef = Record<string, string>;
type Body = Record<string, unknown>;
type Send = (command: CommandName, body: Body, element?: ElementRef) => Promise<unknown>;
type CommandName = keyof typeof commands;

/** How each command is called: its path and method in WebDriver, its name in Marionette. */
const commands = {
  navigate: ['POST', 'url', 'WebDriver:Navigate'],
  back: ['POST', 'back', 'WebDriver:Back'],
  execute: ['POST', 'execute/async', 'WebDriver:ExecuteAsyncScript'],
  click: ['POST', 'element/:id/click', 'WebDriver:ElementClick'],
  sendKeys: ['POST', 'element/:id/value', 'WebDriver:ElementSendKeys'],
  actions: ['POST', 'actions', 'WebDriver:PerformActions'],
  setRect: ['POST', 'window/rect', 'WebDriver:SetWindowRect'],
  clearCookies: ['DELETE', 'cookie', 'WebDriver:DeleteAllCookies'],
  timeouts: ['POST', 'timeouts', 'WebDriver:SetTimeouts'],
} as const;

const programs = {
  firefox: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
  webkit: ['/usr/bin/WebKitWebDriver'],
} as const;

/** The program of a browser, where its package is installed. */
export function findProgram(name: BrowserName): string | undefined {
  if (process.platform !== 'linux' || !fs.existsSync('/usr/bin/Xvfb')) return undefined;
  return programs[name].find((file) => fs.existsSync(file));
}

export type Driver = { name: BrowserName; send: Send; close(): Promise<void> };

/** Starts a browser with a fresh profile on a screen of its own. */
export async function startDriver(name: BrowserName): Promise<Driver> {
  const program = findProgram(name);
  if (!program) throw new Error(`${name} is not installed.`);
  const display = await startDisplay();
  const home = fs.mkdtempSync(path.join(os.tmpdir(), `topout ${name} `));
  narrowToolbars(home);
  const env = {
    ...process.env,
    DISPLAY: display.name,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    TMPDIR: home,
    TZ: 'Africa/Lagos',
    LANG: 'C.UTF-8',
    NO_AT_BRIDGE: '1',
    GTK_A11Y: 'none',
    LIBGL_ALWAYS_SOFTWARE: '1',
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  };
  const start = name === 'firefox' ? startFirefox : startWebKit;
  const { child, send } = await start(program, home, env);
  return {
    name,
    send,
    async close() {
      await end(child);
      await display.close();
      fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** WebKit's window gets no narrower than its bar of buttons: without their padding it is as narrow as a phone. */
function narrowToolbars(home: string): void {
  const folder = path.join(home, '.config', 'gtk-3.0');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'gtk.css'), '* { padding: 0; margin: 0; border: 0; min-width: 0; }');
}

type Started = { child: ChildProcess; send: Send };

const preferences = {
  'marionette.port': 0,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.disabledForTesting': true,
  'ui.prefersReducedMotion': 1,
  'webgl.force-enabled': true,
  'intl.accept_languages': 'en-GB',
  'toolkit.legacyUserProfileCustomizations.stylesheets': true,
};

async function startFirefox(program: string, home: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const profile = path.join(home, 'profile');
  fs.mkdirSync(path.join(profile, 'chrome'), { recursive: true });
  // Its window as narrow as a phone.
  fs.writeFileSync(path.join(profile, 'chrome', 'userChrome.css'), ':root { min-width: 0 !important; }');
  const lines = Object.entries(preferences).map(([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`);
  fs.writeFileSync(path.join(profile, 'user.js'), lines.join('\n'));
  const args = ['--marionette', '--no-remote', '--profile', profile, 'about:blank'];
  const child = spawn(program, args, { env, stdio: 'ignore', detached: true });
  const portFile = path.join(profile, 'MarionetteActivePort');
  const port = Number(await until('Firefox', () => fs.existsSync(portFile) && fs.readFileSync(portFile, 'utf8')));
  const marionette = await connectMarionette(port);
  await marionette('WebDriver:NewSession', { acceptInsecureCerts: true });
  const send: Send = (command, body, element) =>
    marionette(commands[command][2], element ? { ...body, id: idOf(element) } : body);
  await prepare(send);
  return { child, send };
}

/** Messages are JSON with their length before them: [0, id, command, body] there, [1, id, error, result] back. */
async function connectMarionette(port: number): Promise<(command: string, body: Body) => Promise<unknown>> {
  const socket = net.connect(port, '127.0.0.1');
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let received = Buffer.alloc(0);
  let last = 0;
  const fail = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox ended.'));
  };
  socket.on('close', fail);
  socket.on('error', fail);
  const hello = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (;;) {
        const colon = received.indexOf(':');
        const size = Number(received.subarray(0, colon).toString());
        if (colon < 0 || received.length < colon + 1 + size) return;
        const message = JSON.parse(received.subarray(colon + 1, colon + 1 + size).toString());
        received = received.subarray(colon + 1 + size);
        if (!Array.isArray(message)) resolve();
        else answer(message as [number, number, { error: string; message: string } | null, Body]);
      }
    });
  });
  function answer([, id, error, result]: [number, number, { error: string; message: string } | null, Body]) {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(`${error.error}: ${error.message}`));
    else call?.resolve(result && 'value' in result ? result.value : result);
  }
  await hello;
  return (command, body) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      const text = JSON.stringify([0, last, command, body]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}

async function startWebKit(program: string, home: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const port = await freePort();
  const child = spawn(program, [`--port=${port}`], { env, cwd: home, stdio: 'ignore', detached: true });
  const base = `http://127.0.0.1:${port}/session`;
  const call = async (method: string, url: string, body: Body) => {
    const response = await fetch(url, { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } & Body };
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const capabilities = { alwaysMatch: { acceptInsecureCerts: true } };
  const session = await until('WebKit', () => call('POST', base, { capabilities }).catch(noticeOtherThanRefused));
  const send: Send = (command, body, element) => {
    const [method, where] = commands[command];
    return call(method, `${base}/${session.sessionId}/${where.replace(':id', element ? idOf(element) : '')}`, body);
  };
  await prepare(send);
  return { child, send };
}

function noticeOtherThanRefused(error: Error): undefined {
  if (!(error.cause as NodeJS.ErrnoException | undefined)?.code?.startsWith('ECONN')) throw error;
}

const prepare = (send: Send) => send('timeouts', { script: 60_000, pageLoad: 60_000 });

const idOf = (element: ElementRef): string => Object.values(element)[0] ?? '';

async function until<Value>(what: string, attempt: () => Promise<Value> | Value): Promise<NonNullable<Value>> {
  for (const start = Date.now(); Date.now() - start < 60_000; await new Promise((next) => setTimeout(next, 100))) {
    const value = await attempt();
    if (value) return value;
  }
  throw new Error(`${what} did not start within a minute.`);
}

/** With all that it started: WebKit's browser is a child of its driver. */
async function end(child: ChildProcess): Promise<void> {
  if (!child.pid || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}
