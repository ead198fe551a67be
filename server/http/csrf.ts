// Refuses what another site's page sends in a visitor's name: mutations and socket upgrades alike (decisions §12).
import type { FastifyRequest } from 'fastify';
import { Problem } from '#server/lib/problem.ts';

export type CsrfGuard = ReturnType<typeof createCsrfGuard>;

/** `publicUrl`: the one origin under which people reach us; null: whatever the Host header says, as nobody can forge it in a browser. */
export function createCsrfGuard({ publicUrl }: { publicUrl: string | null }) {
  const advice = publicUrl === null ? '' : ` Please open ${publicUrl} instead.`;

  function isOurs(origin: string, { host }: FastifyRequest): boolean {
    // Whether something before us speaks https is not always told.
    return publicUrl === null ? origin === `http://${host}` || origin === `https://${host}` : origin === publicUrl;
  }

  return {
    /** 403 for a foreign or `null` Origin; without one (not a browser) the cookie alone decides. */
    refuseForeign(request: FastifyRequest): void {
      const { origin, 'sec-fetch-site': site } = request.headers;
      const unsaid = site === undefined || site === 'same-origin' || site === 'none';
      if (origin === undefined ? unsaid : isOurs(origin, request)) return;
      const message = `This was sent by a page of another site and was refused.${advice}`;
      throw new Problem({ status: 403, code: 'foreign_origin', message });
    },
  };
}
