import { ELIGIBILITY } from '#domain/eligibility/messages.ts'
import { ELIGIBILITY_PATH } from '#domain/page-paths.ts'

/**
 * The link to the question. If the browser has answers of the visitor, a script adds what follows from them: the answer
 * for a notice with facts, a choice of rows otherwise.
 */
export function EligibilityLink({ isNotice = false }: { isNotice?: boolean }) {
  return (
    <div className={isNotice ? 'am-i-eligible notice-facts' : 'am-i-eligible'}>
      <a href={ELIGIBILITY_PATH}>{ELIGIBILITY.link}</a>
    </div>
  )
}
