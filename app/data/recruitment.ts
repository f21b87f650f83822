import { z } from 'zod'
import type { Recruitment } from '#domain/content/recruitment.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'
import { absentReply, timestamp, organization, stage, type AbsentReply } from './notice-rows.ts'

export type RecruitmentReply = { state: 'found'; recruitment: Recruitment } | AbsentReply

const recruitmentReply = z.object({
  title: z.string(),
  slug: z.string(),
  updated_at: timestamp,
  organization: organization.nullable(),
  notices: z.array(stage),
})

/**
 * Reads a recruitment by its slug with everything its page shows, in one round trip.
 *
 * @throws BackendError
 */
export async function readRecruitment(backend: BackendClient, slug: string): Promise<RecruitmentReply> {
  const reply = dataOf(await backend.rpc('recruitment_page', { slug }))
  const isFound = typeof reply === 'object' && reply !== null && 'notices' in reply
  return isFound ? { state: 'found', recruitment: recruitmentReply.parse(reply) } : absentReply.parse(reply)
}
