// What somebody may see without a login, and for how long (behaviour §16), and what is downloaded: pictures and reports (behaviour §17).
import { del, get, list, post, put } from '#contract/core/endpoint.ts';
import type { handoverRoutes } from './handover-routes.ts';
import type { packRoutes } from './packs-routes.ts';
import type { downloadRoutes, reportRoutes } from './reports-routes.ts';
import type { shareLinkRoutes, shareRuleRoutes } from './share-links-routes.ts';

export type {
  NewShareLink,
  SharedReport,
  SharedView,
  ShareLink,
  SharePicture,
  StoredReport,
} from './share-links-routes.ts';

/** Wrong PINs that end a link, counted from its making. */
export const maxWrongPins = 20;

/** Sites on which the page of one link may be embedded. */
export const maxEmbedSites = 5;

/** Whether a link shows anything now, and else why not; `gone`: what it is of was removed, or is no longer released. */
export const shareLinkStates = ['live', 'expired', 'ended', 'too_many_pins', 'not_allowed', 'gone'] as const;

export const shareLinks = list<typeof shareLinkRoutes.shareLinks>('/api/projects/:id/share-links', {
  topics: ['shareLinks', 'projects', 'users'],
  row: 'project',
});

export const createShareLink = post<typeof shareLinkRoutes.createShareLink>('/api/projects/:id/share-links', {
  status: 201,
  topics: ['shareLinks'],
  row: 'project',
  idempotencyKey: true,
});

/** The former address ends. */
export const renewShareLink = post<typeof shareLinkRoutes.renewShareLink>('/api/share-links/:id/renew', {
  status: 201,
  topics: ['shareLinks'],
  row: 'shareLink',
  idempotencyKey: true,
});

export const endShareLink = del<typeof shareLinkRoutes.endShareLink>('/api/share-links/:id', {
  topics: ['shareLinks'],
  row: 'shareLink',
  idempotencyKey: false,
});

export const endAllShareLinks = del<typeof shareLinkRoutes.endAllShareLinks>('/api/projects/:id/share-links', {
  topics: ['shareLinks'],
  row: 'project',
  idempotencyKey: false,
});

// What the company allows of share links: how long they last, whether each has a PIN, and whether pictures may be downloaded (behaviour §16.8).
export type { SavedShareRules, ShareRules } from './share-links-routes.ts';

/** Days that a link may last, as they are offered. */
export const shareDays = [1, 7, 30, 90, 365] as const;
export type ShareDays = (typeof shareDays)[number];

export const shareDaysLabels: Record<ShareDays, string> = {
  1: 'A day',
  7: 'A week',
  30: '30 days',
  90: '90 days',
  365: 'A year',
};

export const defaultShareRules = { longestDays: 365, pinAlways: false, downloads: true } as const;

export const shareRules = get<typeof shareRuleRoutes.shareRules>('/api/settings/share-rules', { topics: ['settings'] });

export const editShareRules = put<typeof shareRuleRoutes.editShareRules>('/api/settings/share-rules', {
  topics: ['settings'],
  idempotencyKey: true,
});

// Downloads: the pictures of a session as one ZIP (behaviour §17.1).
export type { DownloadablePicture, PictureDownload } from './reports-routes.ts';

/** As large as they are, or as large as a screen. */
export const downloadSizes = ['full', 's1600'] as const;
export type DownloadSize = (typeof downloadSizes)[number];

/** So many pictures can be chosen one by one; the address of the ZIP names them. */
export const maxChosenPictures = 500;

/** What a ZIP would hold, and how large it would be. */
export const pictureDownload = get<typeof downloadRoutes.pictureDownload>('/api/sessions/:id/download', {
  topics: ['sessions', 'projects', 'users'],
  row: 'session',
});

/** The ZIP itself: browsers save it by its address. */
export const picturesZip = get<typeof downloadRoutes.picturesZip>('/api/sessions/:id/pictures.zip', { row: 'session' });

// Reports: PDFs of a session or of a period of a project, made when they are asked for (behaviour §17.2).
export type { PeriodPreview, ReportState } from './reports-routes.ts';

/** For whom: the crew and admins, clients, or holders of a link. */
export const reportEditions = ['crew', 'client', 'guest'] as const;
export type ReportEdition = (typeof reportEditions)[number];

/** Pictures of a session report, beside its pairs. */
export const reportSizes = [12, 24, 60] as const;

/** So many sessions does a period report list; a longer period is to be narrowed. */
export const maxReportSessions = 5000;
/** Pairs of pictures in a period report. */
export const maxReportPairs = 30;

/** Starts it, or joins its making; `reportState` then says how far it is. */
export const makeSessionReport = post<typeof reportRoutes.makeSessionReport>('/api/sessions/:id/report', {
  status: 202,
  topics: [],
  row: 'session',
  idempotencyKey: false,
});

export const makePeriodReport = post<typeof reportRoutes.makePeriodReport>('/api/projects/:id/report', {
  status: 202,
  topics: [],
  row: 'project',
  idempotencyKey: false,
});

export const periodPreview = get<typeof reportRoutes.periodPreview>('/api/projects/:id/report-preview', {
  topics: ['sessions', 'projects', 'users', 'viewpoints'],
  row: 'project',
});

export const reportState = get<typeof reportRoutes.reportState>('/api/reports/:key');

export const cancelReport = del<typeof reportRoutes.cancelReport>('/api/reports/:key', {
  topics: [],
  idempotencyKey: false,
});

/** The PDF itself: browsers save it by its address. */
export const reportFile = get<typeof reportRoutes.reportFile>('/api/reports/:key/file');

// Lender's packs: what stages came to in a period, numbered in each project and never changed (behaviour §31.6).
export type { MadePack, Pack } from './packs-routes.ts';

/** Newest first. */
export const packs = list<typeof packRoutes.packs>('/api/projects/:id/packs', {
  topics: ['stages', 'sessions', 'projects', 'users'],
  row: 'project',
});

/** For the same data the same pack again; for other data of the same period the next number, which names the former. */
export const makePack = post<typeof packRoutes.makePack>('/api/projects/:id/packs', {
  status: 202,
  topics: ['stages'],
  row: 'project',
  idempotencyKey: false,
});

/** The PDF itself: browsers save it by its address. */
export const packFile = get<typeof packRoutes.packFile>('/api/packs/:id/file', { row: 'pack' });

// Handover: everything that was released of a project as one archive (behaviour §34).
export type { HandoverState, LeftOut } from './handover-routes.ts';

/** The asker's own archive of this project, as far as there is one. */
export const handover = get<typeof handoverRoutes.handover>('/api/projects/:id/handover', { row: 'project' });

/** Starts making it ready, or joins that; `handover` then says how far it is. */
export const makeHandover = post<typeof handoverRoutes.makeHandover>('/api/projects/:id/handover', {
  status: 202,
  topics: [],
  row: 'project',
  idempotencyKey: false,
});

/** The ZIP itself: browsers save it by its address. */
export const handoverFile = get<typeof handoverRoutes.handoverFile>('/api/projects/:id/handover.zip', {
  row: 'project',
});
