import type { Sql } from 'postgres'
import { z } from 'zod'
import { requireWriter } from '#backend/auth/require-writer.ts'
import { createLimiter, TooManyWaiting } from '#backend/limiter.ts'
import type { Rounds } from '#backend/rounds.ts'
import { errorResponse } from '#backend/supabase-lite/guard.ts'
import type { Keys } from '#backend/supabase-lite/supabase-lite.ts'
import type { LinkCheck } from '#domain/link-check.ts'
import type { Network } from './ask-server.ts'
import { checkLink } from './check-link.ts'
import { openNightlyChecks } from './nightly-checks.ts'
import { storeChecks } from './stored-checks.ts'

export interface LinkSettings {
  /** `on-demand` when somebody asks for it, `nightly` also by itself. */
  mode: 'nightly' | 'on-demand' | 'off'
  /** Only tests give another one than the public internet. */
  network?: Network
}

interface LinkOptions {
  /** Connections that are "service_role". */
  sql: Sql
  /** The same for background work, which no request waits for. */
  background: Sql
  keys: Keys
  settings: LinkSettings
  siteUrl: string
  logFailure: (what: string, error: unknown) => void
}

export interface Links {
  /** Serves a request of linkFunction. */
  handle(request: Request): Promise<Response>
  close(): Promise<void>
}

/** Path of the function that checks one link. */
export const linkFunction = '/functions/v1/check-link'

/** Checks that run at once, few because looking up names takes threads that other work needs, and checks that may wait. */
const [parallel, waiting] = [2, 40]

/** Most bytes of a link, so that it fits into an index of the database. */
const maxLength = 2_048

const call = z.object({
  link: z.url({ protocol: /^https?$/ }).refine((link) => Buffer.byteLength(link) <= maxLength),
})

/**
 * Checks of links, for staff who ask for one, and every night.
 * Source: docs/behaviour/plausibility.md#dead-links; docs/decisions/053
 */
export function openLinks({ sql, background, keys, settings, siteUrl, logFailure }: LinkOptions): Links {
  const { mode, network } = settings
  const closing = new AbortController()
  const limit = createLimiter(parallel, waiting)
  const check = (link: string, signal: AbortSignal) =>
    checkLink(link, { program: `Suchana-LinkCheck/1.0 (+${siteUrl})`, signal, ...(network && { network }) })
  const onlyCollects = mode === 'on-demand'
  const rounds: Rounds | null =
    mode === 'off' ? null : openNightlyChecks({ sql: background, siteUrl, check, onlyCollects }, logFailure)

  async function checkNow(link: string): Promise<LinkCheck | null> {
    const { failedHost: _host, ...answer } = await limit(() => check(link, closing.signal), closing.signal)
    await storeChecks(sql, [{ ...answer, link, checked_at: new Date().toISOString() }])
    const [row] = await sql<{ checks: LinkCheck[] }[]>`select links.checks_of(${[link]}) as checks`
    return row?.checks[0] ?? null
  }

  return {
    async handle(request) {
      if (mode === 'off') return errorResponse(404, 'Links are not checked here')
      if (request.method !== 'POST') return errorResponse(405, 'Use POST')
      const writer = await requireWriter(request, { sql, keys, callers: 'staff' })
      if (typeof writer === 'number') return errorResponse(writer, 'Only staff may check links')
      const wanted = call.safeParse(await request.json().catch(() => null))
      if (!wanted.success) return errorResponse(400, 'The body is {"link": "https://..."}')
      try {
        return Response.json(await checkNow(wanted.data.link))
      } catch (error) {
        const isBusy = error instanceof TooManyWaiting || closing.signal.aborted
        if (isBusy) return errorResponse(503, 'Too many links are being checked', { 'retry-after': '10' })
        throw error
      }
    },
    async close() {
      closing.abort()
      await rounds?.close()
    },
  }
}
