import { ELIGIBILITY, ELIGIBILITY_PATH } from '#domain/eligibility/messages.ts'

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
