import { endSignal } from '#domain/end-signal.ts'
import { z } from 'zod'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { SURROUNDINGS_TIMEOUT_MS } from '#domain/plausibility/limits.ts'
import type { Surroundings } from '#domain/plausibility/warning.ts'
import type { AdminClient } from './admin-client.ts'
import { dataOf } from './backend-error.ts'
import { linkCheck } from './link-checks.ts'

const surroundings = z.object({
  website: z.string().nullable(),
  similar_titles: z.array(z.string()),
  checks: z.array(linkCheck),
})

/** What warnings about a notice depend on, besides its own values. */
export interface SurroundingsQuery {
  table: ContentTable
  title: string
  organizationId: number | null
  /** Slug of the notice itself, whose title is not compared. */
  ownSlug: string | null
  links: string[]
}

/**
 * @returns what the database knows about the surroundings of a notice
 * @throws BackendError, also when the answer takes too long
 */
export async function fetchSurroundings(
  client: AdminClient,
  { table, title, organizationId, ownSlug, links }: SurroundingsQuery,
): Promise<Surroundings> {
  const query = client.rpc('notice_surroundings', {
    content_table: table,
    title,
    links,
    organization_id: organizationId,
    own_slug: ownSlug,
  })
  const reply = await query.retry(false).abortSignal(endSignal(SURROUNDINGS_TIMEOUT_MS))
  const { website, similar_titles: similarTitles, checks } = surroundings.parse(dataOf(reply))
  return { website, similarTitles, checks }
}
