import { z } from 'zod'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { Notice, Sibling } from '#domain/content/notice.ts'
import type { BackendClient } from './backend-client.ts'
import { answerOf } from './backend-error.ts'
import { absentReply, fullNotice, sibling, type AbsentReply } from './notice-rows.ts'

export type NoticeReply =
  | { state: 'found'; notice: Notice; siblings: Sibling[]; recruitment: { slug: string; title: string } | null }
  | AbsentReply

const foundReply = z.object({
  notice: fullNotice,
  siblings: z.array(sibling),
  recruitment: z.object({ slug: z.string(), title: z.string() }).nullable(),
})

/**
 * A notice by its slug with everything its page shows, in one round trip.
 *
 * @throws BackendError
 */
export async function readNotice(backend: BackendClient, kind: ContentKind, slug: string): Promise<NoticeReply> {
  const answer = answerOf(await backend.rpc('notice_with_siblings', { content_table: kind.table, slug }))
  const isFound = typeof answer === 'object' && answer !== null && 'notice' in answer
  if (isFound) return { state: 'found', ...foundReply.parse(answer) }
  return absentReply.parse(answer)
}
