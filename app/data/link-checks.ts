import { FunctionsHttpError } from '@supabase/supabase-js'
import { z } from 'zod'
import { LINKS } from '#domain/admin/messages.ts'
import { LINK_CHECK_TIMEOUT_MS } from '#domain/plausibility/limits.ts'
import type { LinkCheck, NoAnswer } from '#domain/link-check.ts'
import type { AdminClient } from './admin-client.ts'
import { BackendError, dataOf } from './backend-error.ts'
import { contentTable, timestamp } from './notice-rows.ts'

export const linkCheck: z.ZodType<LinkCheck> = z.object({
  link: z.string(),
  outcome: z.enum(['works', 'fails', 'unknown']),
  status: z.number().nullable(),
  reason: z.custom<NoAnswer>((reason) => typeof reason === 'string').nullable(),
  checked_at: timestamp,
  failing_since: timestamp.nullable(),
})

const deadNotice = z.object({
  table: contentTable,
  id: z.number(),
  title: z.string(),
  links: z.array(linkCheck.and(z.object({ field: z.string() }))),
})

/** A public notice with its dead links. */
export type DeadNotice = z.infer<typeof deadNotice>

/**
 * Has the server ask for a link now.
 *
 * @throws BackendError
 */
export async function checkLinkNow(client: AdminClient, link: string): Promise<LinkCheck> {
  const { data, error } = await client.functions.invoke('check-link', {
    body: { link },
    timeout: LINK_CHECK_TIMEOUT_MS,
  })
  if (error) {
    const reply = error instanceof FunctionsHttpError ? (error.context as Response) : null
    const parsed = z.object({ message: z.string() }).safeParse(await reply?.json().catch(() => null))
    throw new BackendError(parsed.data?.message ?? LINKS.notChecked, { code: '', status: reply?.status ?? 0 })
  }
  return linkCheck.parse(data)
}

/**
 * @param most notices at most
 * @returns public notices with dead links, the last that died first
 * @throws BackendError
 */
export async function fetchDeadLinks(client: AdminClient, most: number): Promise<DeadNotice[]> {
  return z.array(deadNotice).parse(dataOf(await client.rpc('dead_links', { most })))
}

/**
 * @returns how many links of public notices are dead
 * @throws BackendError
 */
export async function countDeadLinks(client: AdminClient): Promise<number> {
  return z.number().parse(dataOf(await client.rpc('dead_link_count')))
}
