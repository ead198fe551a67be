// What holds for everybody until it is chosen otherwise, edited by admins (behaviour §29).
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import type { CompanyDefaults, SavedDefaults } from '#contract/settings/company-defaults.ts';
import type { Uploads } from '#server/config.ts';
import type { Tables } from '#server/db/schema.ts';
import { isQuotaFixed, type ReadDefaults, rowsOfDefaults } from '#server/db/settings/company-defaults.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { invalid } from '#server/lib/problem.ts';
import { editSettings } from './edit-settings.ts';

const factsOf = ({ digest, remindsHalfway, uploadQuotaGb }: CompanyDefaults): CompanyDefaults => ({
  digest,
  remindsHalfway,
  uploadQuotaGb,
});

async function countBytes(db: Kysely<Tables>): Promise<number> {
  const found = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from upload_files where state = 'kept'`.execute(db);
  return found.rows[0]?.bytes ?? 0;
}

type Dependencies = { read: ReadDefaults; uploads: Uploads | null };

export function companyDefaults({ read, uploads }: Dependencies): Handlers<typeof api.companyDefaults> {
  const part = {
    name: 'Reminders, digests and uploads',
    word: 'set of defaults',
    read,
    factsOf,
    rowsOf: (wanted: CompanyDefaults) => rowsOfDefaults(wanted, uploads),
  };
  const fixed = () => invalid('uploadQuotaGb', 'Set by UPLOAD_QUOTA_GB on the server; change it there');
  return {
    async companyDefaults({ db, cacheFor }) {
      // Uploads touch no setting.
      cacheFor(60_000);
      const saved = await read(db);
      return uploads ? { ...saved, uploadedBytes: await countBytes(db) } : saved;
    },

    editCompanyDefaults: ({ actor, body, write }) =>
      editSettings<CompanyDefaults, SavedDefaults>(part, {
        actor,
        write,
        version: body.version,
        change({ uploadQuotaGb: before }) {
          const { digest, remindsHalfway, uploadQuotaGb = before } = body;
          if (isQuotaFixed(uploads) && uploadQuotaGb !== before) throw fixed();
          return { digest, remindsHalfway, uploadQuotaGb };
        },
      }),
  };
}
