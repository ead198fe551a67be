// What the journeys in other browsers go to: visits of the demo, and such as only some dialogs are about.
import { type APIRequestContext, expect } from '@playwright/test';

type Visit = {
  id: number;
  siteId: number;
  projectId: number;
  droneImagesUrl: string | null;
  videoUrl: string | null;
  tour360Url: string | null;
  site: { name: string } | null;
};

export type Places = Awaited<ReturnType<typeof findPlaces>>;

type Callers = { admin: APIRequestContext; crew: APIRequestContext; client: APIRequestContext };

async function idOf(calls: APIRequestContext, path: string, data: object): Promise<number> {
  const answer = await calls.post(path, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

/** Of the first photos of two visits; it takes its time, and is done when somebody comes to them. */
async function startAligning(admin: APIRequestContext, olderSession = 0, newerSession = 0): Promise<void> {
  const firstOf = async (id: number): Promise<string> =>
    (await (await admin.get(`/api/sessions/${id}/media/drone`)).json()).items[0].id;
  const [olderItem, newerItem] = await Promise.all([firstOf(olderSession), firstOf(newerSession)]);
  const params = { olderSession, olderKind: 'drone', olderItem, newerSession, newerKind: 'drone', newerItem };
  expect((await admin.get('/api/alignments', { params })).status()).toBe(200);
}

export async function findPlaces({ admin, crew, client }: Callers) {
  const visits: Visit[] = await (await admin.get('/api/sessions?status=approved&q=Lekki Palm&limit=50')).json();
  const [newest] = visits;
  const { projectId, siteId, droneImagesUrl } = newest as Visit;
  const place = { projectId, siteId, captureDate: '2026-02-09' };
  const links = { droneImagesUrl: '/media/folders/not-there', rawFilesUrl: droneImagesUrl };
  const doubtful = await idOf(crew, '/api/sessions', { ...place, ...links });
  const upload = await crew.post('/api/uploads', { data: { projectId, files: [{ name: '1.jpg', bytes: 300 }] } });
  const travels = { droneImagesUrl: `/media/folders/uploads/${(await upload.json()).id}` };
  const travelling = await idOf(crew, '/api/sessions', { ...place, ...travels });
  const rejected = await idOf(crew, '/api/sessions', { ...place, droneImagesUrl });
  const review = { data: { rejectionReason: 'The roof is missing.' } };
  expect((await admin.put(`/api/sessions/${rejected}/reject`, review)).status()).toBe(200);
  const { items } = await (await client.get(`/api/sessions/${newest?.id}/media/drone`)).json();
  const anchor = { kind: 'photo', mediaKind: 'drone', file: items[0].id, x: 0.4, y: 0.4 };
  const concern = { sessionId: newest?.id, reason: 'The scaffold leans.', anchor };
  await idOf(client, '/api/disputes', concern);
  const kinds = ['session.released'];
  await idOf(admin, '/api/webhooks', { name: 'Diary', url: 'https://example.org/diary', kinds });
  const shareLinks = `/api/projects/${projectId}/share-links`;
  const link = { scope: 'session', sessionId: newest?.id, recipient: 'The bank' };
  const shared = await client.post(shareLinks, { data: link });
  const whole = { scope: 'project', recipient: 'The bank', downloads: true };
  const sharedProject = await client.post(shareLinks, { data: whole });
  const [later, earlier] = visits.filter(({ site }) => site?.name === 'Block A');
  await startAligning(admin, earlier?.id, later?.id);
  const spaces = visits.filter((each) => each.siteId === siteId && each.tour360Url);
  const viewpoints: { id: number }[] = await (await admin.get(`/api/projects/${projectId}/viewpoints`)).json();
  const stages: { id: number; asks: { kind: string } | null }[] = await (
    await admin.get(`/api/projects/${projectId}/stages`)
  ).json();
  return {
    visit: newest?.id,
    /** With a film, a panorama and a map. */
    whole: visits.find(({ videoUrl, tour360Url }) => videoUrl && tour360Url)?.id,
    guest: (await shared.json()).path as string,
    /** A project whose files may be downloaded. */
    guestProject: (await sharedProject.json()).path as string,
    doubtful,
    travelling,
    rejected,
    viewpoint: viewpoints[0]?.id,
    /** Claimed, and waiting for an admin. */
    stage: stages.find(({ asks }) => asks?.kind === 'seen')?.id,
    spaces: `/projects/${projectId}/compare?compare=${spaces[1]?.id},${spaces[0]?.id}`,
    pair: `/projects/${projectId}/compare?compare=${earlier?.id},${later?.id}&mode=swipe`,
  };
}
