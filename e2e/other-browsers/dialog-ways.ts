// The way to each dialog of the product, by role and page; dialogs.test.ts walks them in other browsers, e2e/pages/reachable.test.ts in Chromium.
import { keys, type OtherPage } from './page.ts';
import type { Places } from './places.ts';

/** Anything that can walk them, in any browser. */
export type Walker = Pick<OtherPage, 'click' | 'press' | 'fill' | 'choose' | 'sees'>;

/** What leads on: a button, tab or link whose name begins so, or something else that is done. */
export type Step = string | ((other: Walker) => Promise<unknown>);

/** By the name of its file: the beginning of its title, then the steps to it from the page. */
export type Ways = Record<string, [title: string, ...Step[]]>;

export type WaysByPage = Record<string, Ways>;

const press = (key: string) => (other: Walker) => other.press(key);
const fill = (name: string, text: string) => (other: Walker) => other.fill({ role: 'field', name: `^${name}` }, text);
const choose = (name: string, value: string) => (other: Walker) => other.choose({ css: 'select', name }, value);

/** In the middle of the picture, once that is there and its question has the focus. */
const point = async (other: Walker) => {
  await other.sees({ css: '.yarl__slide_current .yarl__slide_image:not(.yarl__slide_image_loading)' });
  await other.sees({ css: '[data-placing]:focus' });
  await other.press(keys.enter);
};

/** The server is done with laying one picture over the other. */
const aligned = (other: Walker) => other.sees({ role: 'button', name: '^By hand' }, 240_000);

const large = 'View .* large';
const actionsOfVisit = 'Actions for \\w+ \\d+, \\d{4}, ';

const visitor: WaysByPage = { '/': { demo: ['Request a Demo Tour', 'Request a Demo'] } };

const admin = ({ visit, doubtful, travelling, viewpoint, pair, stage }: Places): WaysByPage => ({
  '/projects': {
    'create-project': ['Create New Project', 'New Project'],
    'project-details': ['', 'Details'],
    'remove-project': ['Delete Project', 'Actions for', 'Delete'],
    shortcuts: ['Keyboard shortcuts', press('?')],
  },
  '/projects/1': {
    'project-updates': ['Updates', 'Updates'],
    period: ['Report', 'Report \\(PDF\\)'],
    'edit-project': ['Edit Project', 'Edit'],
    'media-folders': ['Media Folders', 'More actions', 'Media Folders'],
    'add-member': ['Add Member', 'Members', 'Add Member'],
    'rename-viewpoint': ['Rename viewpoint', 'Viewpoints', 'Actions for', 'Rename'],
    pack: ['Lender’s pack', 'Lender’s pack'],
    handover: ['Project archive', 'Project archive'],
    'plan-visit': ['Plan visit', 'Sites', 'Plan visit'],
    'edit-visit': ['Change planned visit', 'Sites', actionsOfVisit, 'Change$'],
    'skip-visit': ['Skip visit', 'Sites', actionsOfVisit, 'Skip$'],
    'edit-stages': ['Edit stages', 'Stages', 'Edit stages'],
  },
  '/sessions?status=pending': {
    'filter-name': ['Save Filter', 'Save this filter'],
    review: ['Review Session', 'Review'],
    'edit-session': ['Edit Session', 'Edit session'],
    'remove-session': ['Delete session', 'Delete session'],
  },
  '/dashboard': {
    'session-media': ['Session Media Preview', 'Review$'],
    decision: ['Reject Session', 'Reject'],
    'dispute-details': ['Client Concern Details', '.*Lekki Palm Residences.*priority'],
  },
  '/users': {
    'invite-user': ['Invite User', 'Invite User'],
    user: ['Create User', 'Create User'],
    profile: ['Bola', 'Bola Adekunle'],
    'new-link': ['Password Reset Link', 'Password reset link for'],
    'remove-user': ['Delete User', 'Delete Bola'],
    'change-role': ['Change Role', choose('Role of Bola', 'photographer')],
  },
  '/settings': {
    brand: ['Edit brand', 'Edit brand'],
    company: ['Edit working days', 'Edit working days'],
    defaults: ['Edit reminders', 'Edit reminders'],
    checklist: ['Edit checklist', 'Edit checklist'],
    reasons: ['Edit reasons', 'Edit reasons'],
    'share-rules': ['Edit share links', 'Edit share links'],
    retention: ['Edit what is kept', 'Edit what is kept'],
    webhook: ['Add webhook', 'Add webhook'],
    deliveries: ['Log of Diary', 'Actions for Diary', 'Log$'],
    'change-secret': ['Change secret', 'Actions for Diary', 'Change secret'],
    'remove-webhook': ['Remove webhook', 'Actions for Diary', 'Remove'],
    secret: ['Secret of', 'Add webhook', fill('Name', 'Post'), fill('Address', 'https://example.org/'), 'Add webhook'],
  },
  [`/sessions/${doubtful}`]: {
    approval: ['Approve Session', 'Review', 'Approve'],
    deliverable: ['Raw files', 'Raw files'],
    'place-pictures': ['', 'Choose missing pictures|\\d+ pictures? to place'],
  },
  [`/sessions/${travelling}`]: { 'leave-out': ['Leave out missing files', 'Leave out'] },
  [`/sessions/${visit}`]: {
    share: ['Share', 'Share'],
    'make-viewpoints': ['Make viewpoints', 'Make viewpoints'],
    lightbox: ['', large],
    'take-back': ['Take back from clients', large, 'Take back…'],
  },
  [`/projects/1/viewpoints/${viewpoint}`]: {
    'change-picture': ['Change picture', 'Change picture'],
    'time-lapse': ['Make a time-lapse', 'Make a time-lapse'],
  },
  [`/stages/${stage}`]: { mark: ['Mark as seen', 'Mark as seen'] },
  [pair]: { 'align-by-hand': ['Align by hand', aligned, 'By hand'] },
  '/profile': { 'change-password': ['Change password', 'Change password'] },
});

const photographer = ({ rejected }: Places): WaysByPage => ({
  '/sessions/new': { 'create-session': ['Create New Session'] },
  [`/sessions/${rejected}`]: { 'resubmit-session': ['Resubmit session', 'Resubmit'] },
});

const client = ({ visit }: Places): WaysByPage => ({
  [`/sessions/${visit}`]: {
    report: ['Report', 'Report \\(PDF\\)'],
    pictures: ['Download pictures', 'Download pictures'],
    'raise-dispute': ['Raise a Concern', large, 'Raise a concern here', point],
    answer: ['Answer a Concern', large, 'Answer a concern', point],
    'move-pin': ['Move', large, 'Move a concern here', point],
    'pinned-dispute': ['Concern \\d+$', large, 'Concern \\d+, ', 'Open concern'],
  },
});

export async function walk(other: Walker, [title, ...steps]: Ways[string]): Promise<void> {
  for (const step of steps)
    await (typeof step === 'string' ? other.click({ role: 'control', name: `^(${step})` }) : step(other));
  await other.sees({ role: 'dialog', name: `^${title}` });
}

export const waysOf = { visitor: () => visitor, admin, photographer, client };
