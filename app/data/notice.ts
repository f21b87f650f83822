import { z } from 'zod'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { Correction, Notice, Sibling } from '#domain/content/notice.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'
import { absentReply, correction, fullNotice, sibling, type AbsentReply } from './notice-rows.ts'

export type NoticeReply =
  | {
      state: 'found'
      notice: Notice
      corrections: Correction[]
      siblings: Sibling[]
      recruitment: { slug: string; title: string } | null
    }
  | AbsentReply

export const foundReply = z.object({
  notice: fullNotice,
  corrections: z.array(correction).default([]),
  siblings: z.array(sibling),
  recruitment: z.object({ slug: z.string(), title: z.string() }).nullable(),
})

/**
 * Reads a notice by its slug with everything its page shows, in one round trip.
 *
 * @throws BackendError
 */
export async function readNotice(backend: BackendClient, kind: ContentKind, slug: string): Promise<NoticeReply> {
  const reply = dataOf(await backend.rpc('notice_with_siblings', { content_table: kind.table, slug }))
  const isFound = typeof reply === 'object' && reply !== null && 'notice' in reply
  if (isFound) return { state: 'found', ...foundReply.parse(reply) }
  return absentReply.parse(reply)
}

/** @returns the row of a notice and those it refers to; the row of the recruitment also covers its other notices */
export function rowsOf({ table }: ContentKind, notice: Notice): [table: string, id: number][] {
  const { id, organization_id, category_id, recruitment_id } = notice
  const related = { organizations: organization_id, categories: category_id, recruitments: recruitment_id }
  const isNamed = (row: [string, unknown]): row is [string, number] => typeof row[1] === 'number'
  return [[table, id], ...Object.entries(related).filter(isNamed)]
}
