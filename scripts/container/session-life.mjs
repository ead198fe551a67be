// The life of a session over HTTP: an admin makes accounts and a project, a photographer submits, the admin approves, the client sees it.
import { Refusal } from '#scripts/run.mjs';

const password = 'a-good-password';

/** @param {string} url @param {string} what as 'GET /api/sessions' @param {{ cookie?: string, body?: object }} [request] */
async function call(url, what, { cookie = '', body } = {}) {
  const [method = '', path = ''] = what.split(' ');
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  if (!answer.ok) throw new Refusal(`${what} was answered ${answer.status}: ${text}`);
  return { read: text === '' ? null : JSON.parse(text), headers: answer.headers };
}

/** @param {string} url @param {string} username @returns {Promise<string>} the cookie */
async function login(url, username) {
  const { headers } = await call(url, 'POST /api/login', { body: { username, password } });
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** @param {string} url @returns {Promise<number>} the session's id */
export async function liveThrough(url) {
  const admin = await login(url, 'admin');
  const person = async (/** @type {string} */ role) => {
    const account = { username: role, email: `${role}@x.ng`, password, firstName: 'Bola', lastName: 'Obi', role };
    return (await call(url, 'POST /api/users', { cookie: admin, body: account })).read.id;
  };
  const [photographerId, clientId] = [await person('photographer'), await person('client')];
  const sites = [{ name: 'Block A', description: '', location: null, photographerId }];
  const project = { name: 'Lekki Towers', clientId };
  const made = await call(url, 'POST /api/projects', { cookie: admin, body: { project, sites } });
  const photographer = await login(url, 'photographer');
  const visit = { projectId: made.read.id, captureDate: '2026-03-01', notes: 'Slab poured.' };
  const { id, version } = (await call(url, 'POST /api/sessions', { cookie: photographer, body: visit })).read;
  await call(url, `PUT /api/sessions/${id}/approve`, { cookie: admin, body: { version } });
  return (await stillThere(url, id)) ? id : 0;
}

/** Whether its client sees it, as approved, in a call and on the page that the server renders. @param {string} url @param {number} id */
export async function stillThere(url, id) {
  const cookie = await login(url, 'client');
  const { read } = await call(url, `GET /api/sessions/${id}`, { cookie });
  const page = await (await fetch(`${url}/sessions/${id}`, { headers: { cookie } })).text();
  return read.status === 'approved' && page.includes('Lekki Towers');
}
