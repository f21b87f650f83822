import { z } from 'zod'
import type { Recruitment } from '#domain/content/recruitment.ts'
import type { BackendClient } from './backend-client.ts'
import { answerOf } from './backend-error.ts'
import { absentReply, moment, organization, stage, type AbsentReply } from './notice-rows.ts'

export type RecruitmentReply = { state: 'found'; recruitment: Recruitment } | AbsentReply

const recruitmentReply = z.object({
  title: z.string(),
  slug: z.string(),
  updated_at: moment,
  organization: organization.nullable(),
  notices: z.array(stage),
})

/**
 * A recruitment by its slug with everything its page shows, in one round trip.
 *
 * @throws BackendError
 */
export async function readRecruitment(backend: BackendClient, slug: string): Promise<RecruitmentReply> {
  const answer = answerOf(await backend.rpc('recruitment_page', { slug }))
  const isFound = typeof answer === 'object' && answer !== null && 'notices' in answer
  return isFound ? { state: 'found', recruitment: recruitmentReply.parse(answer) } : absentReply.parse(answer)
}
