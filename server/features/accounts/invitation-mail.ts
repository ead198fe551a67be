// The mail of an invitation says who invites, where to and what for, as it is when the mail is sent (behaviour §15.3).
import { type Kysely, sql } from 'kysely';
import type { Person, Role } from '#contract/policy.ts';
import { everybody, projectIdsOf } from '#server/db/project-relations.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadBrand } from '#server/db/settings/brand.ts';
import { fullName } from '#server/db/user-names.ts';
import type { MailComposer } from '#server/features/notifications/deliveries/mail-sender.ts';
import { oneLine } from '#server/features/notifications/deliveries/mail-template.ts';
import { findReader } from '#server/features/notifications/deliveries/wanted.ts';
import type { MailContent, MailPayload } from '#server/features/notifications/deliveries.ts';
import { listed } from '#server/lib/words.ts';
import { visibleProjects } from '#server/visibility.ts';

/** Longer names end in an ellipsis: a mail is read at a glance. */
const longestName = 120;

/** Null for one whose account is closed: nobody is asked to trust a former colleague. */
async function findInviter(db: Kysely<Tables>, id: number): Promise<{ name: string; company: string } | null> {
  const found = await sql<{ name: string; company: string | null }>`
    select ${fullName('u')} as name, u.company from users u where u.id = ${id} and u.closed_at is null`.execute(db);
  const [row] = found.rows;
  return row ? { name: oneLine(row.name, longestName), company: oneLine(row.company ?? '', longestName) } : null;
}

/** Those to which the invited person belongs, and which they will see. */
async function projectsOf(db: Kysely<Tables>, invited: Person): Promise<string[]> {
  const found = await sql<{ name: string }>`select p.name from projects p
    where p.id in ${projectIdsOf(invited.id, everybody)} and ${visibleProjects(invited)} order by p.created_at, p.id`.execute(
    db,
  );
  return found.rows.map(({ name }) => oneLine(name, longestName));
}

const purposes: Record<Role, { at: (projects: string) => string; none: string }> = {
  client: {
    at: (projects) => `There you can follow how ${projects} is built, visit by visit.`,
    none: 'There you can follow how your projects are built, visit by visit, as soon as you are added to one.',
  },
  photographer: {
    at: (projects) => `There you record your visits to ${projects}.`,
    none: 'There you record your visits to building sites, as soon as you are added to one.',
  },
  admin: {
    at: () => 'There you review what crews record, and release it to clients.',
    none: 'There you review what crews record, and release it to clients.',
  },
};

type Invitation = { inviter: { name: string; company: string }; brand: string; role: Role; projects: string[] };

function toContent({ inviter, brand, role, projects }: Invitation, plain: MailContent): MailContent {
  const { name, company } = inviter;
  const [first = brand, ...others] = projects;
  const short = others.length === 0 ? first : `${first} and ${others.length} more`;
  const made =
    company === '' || company === brand
      ? `${brand} made an account for you`
      : `${company} made an account for you at ${brand}`;
  const { at, none } = purposes[role];
  const [, rule = ''] = plain.paragraphs;
  return {
    ...plain,
    subject: `${name} invites you to ${short}`,
    heading: `${name} invites you to ${listed([first, ...others])}`,
    paragraphs: [
      `${name} of ${made}. ${projects.length === 0 ? none : at(listed(projects))}`,
      `Choose a password, and you are in. ${rule}`,
    ],
  };
}

/** What was queued without naming who invites goes as it is. */
export function createInvitationComposer({ db, brand }: { db: Kysely<Tables>; brand: ReadBrand }): MailComposer {
  return async (userId, { payload }) => {
    const { letter: plain, by } = payload as MailPayload;
    const invited = await findReader(db, userId);
    if (!invited) return { dropped: 'The account is closed.' };
    const inviter = by === undefined ? null : await findInviter(db, by);
    if (!inviter) return null;
    const { name } = await brand();
    const projects = await projectsOf(db, invited);
    return { content: toContent({ inviter, brand: oneLine(name), role: invited.role, projects }, plain) };
  };
}
