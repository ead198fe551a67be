// CSRF guard: refuses mutations and socket upgrades that another site's page sends with a visitor's cookie (behaviour §9.5).
import type { FastifyRequest } from 'fastify';
import { Problem } from '#server/lib/problem.ts';

export type CsrfGuard = ReturnType<typeof createCsrfGuard>;

/** `publicUrl`: the only origin of our pages; null: the one of the Host header, which no page in a browser can forge. */
export function createCsrfGuard({ publicUrl }: { publicUrl: string | null }) {
  const advice = publicUrl === null ? '' : ` Please open ${publicUrl} instead.`;

  function isOurs(origin: string, request: FastifyRequest): boolean {
    // Browsers write origins in lower case, other programs hosts as they were typed.
    const host = request.host.toLowerCase();
    // A proxy in front of us does not always say whether it speaks https.
    return publicUrl === null ? origin === `http://${host}` || origin === `https://${host}` : origin === publicUrl;
  }

  return {
    /** 403 for a foreign or `null` Origin; without one (not a browser) the cookie alone decides. */
    refuseForeign(request: FastifyRequest): void {
      const { origin, 'sec-fetch-site': site } = request.headers;
      const isSameOrigin = site === undefined || site === 'same-origin' || site === 'none';
      if (origin === undefined ? isSameOrigin : isOurs(origin, request)) return;
      const message = `This was sent by a page of another site and was refused.${advice}`;
      throw new Problem({ status: 403, code: 'foreign_origin', message });
    },
  };
}
