import { data, redirect } from 'react-router'
import { EMPTY_BOARD } from '#app/data/home-board.ts'
import { readHome } from '#app/data/home.ts'
import type { AbsentReply } from '#app/data/notice-rows.ts'
import type { SiteContext } from '#app/data/site-context.ts'
import { indianDay } from '#domain/dates.ts'
import type { MissingReply } from './missing-reply.ts'

/**
 * The answer for a record that was not found: to its new address, or gone (410), or unknown (404).
 * A prefetch must never navigate, so a fetch of data is told where the record went instead of being sent there.
 *
 * @param pathOf address of a record by its slug
 * @throws Response that redirects a document request for good
 */
export function loadAbsent(
  request: Request,
  site: SiteContext,
  { reply, pathOf }: { reply: AbsentReply; pathOf: (slug: string) => string },
) {
  if (reply.state !== 'moved') return loadMissing(site, reply.state === 'gone' ? 410 : 404)
  const path = pathOf(reply.slug)
  if (!new URL(request.url).pathname.endsWith('.data')) throw redirect(path, 301)
  return data<MissingReply>({ state: 'moved', path })
}

/** Crawlers get the home page with the true status; the browser then goes home. Source: decisions, "Routes". */
export async function loadMissing({ backend, now, logFailure }: SiteContext, status: 404 | 410 | 503) {
  const today = indianDay(now)
  const board = await readHome(backend, today).catch((error: unknown) => {
    logFailure('home in place of a missing record', error)
    return EMPTY_BOARD
  })
  return data<MissingReply>({ state: 'missing', board, today }, { status })
}
