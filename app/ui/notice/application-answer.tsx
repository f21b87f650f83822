import { AnswerCard, type Answer } from '#app/ui/answer-card.tsx'
import { CategoryFee } from '#app/ui/category-fee.tsx'
import { FactList } from '#app/ui/fact-list.tsx'
import { LeavingButton, WaitingButton } from '#app/ui/leaving-button.tsx'
import type { ApplicationState } from '#domain/application-state.ts'
import { noticeFees } from '#domain/content/notice-fees.ts'
import { formatDay, relativeDay, type Day } from '#domain/dates.ts'
import { TO_BE_ANNOUNCED } from '#domain/messages.ts'
import type { NoticeSectionProps } from './notice-section-props.ts'
import { noticeFacts } from './notice-facts.ts'

interface ApplicationAnswerProps extends NoticeSectionProps {
  application: ApplicationState
  siteName: string
}

/** The card at the top of a job or an admission: the state of applications, the form, the last date and the fee. */
export function ApplicationAnswer({ kind, notice, today, application, siteName }: ApplicationAnswerProps) {
  const wasExtended = kind.badge(notice).style === 'date-extend'
  const fees = noticeFees(kind, notice)
  return (
    <AnswerCard answer={answerOf(application, { today, wasExtended })}>
      <ApplyButton application={application} siteName={siteName} />
      <FactList facts={noticeFacts({ kind, notice, today })} />
      {fees.length > 0 && <CategoryFee fees={fees} />}
    </AnswerCard>
  )
}

function ApplyButton({ application, siteName }: { application: ApplicationState; siteName: string }) {
  const { name, link, text } = application
  if (name === 'ended') {
    return <p className="no-button">You cannot apply any more. The dates and the official links stay on this page.</p>
  }
  if (name === 'link-pending') return <p className="no-button">{text}</p>
  return link ? <LeavingButton text={text} address={link} siteName={siteName} /> : <WaitingButton text={text} />
}

function answerOf(application: ApplicationState, { today, wasExtended }: { today: Day; wasExtended: boolean }): Answer {
  const { name, label, start, end, daysLeft } = application
  switch (name) {
    case 'ended':
      return {
        tone: 'ended',
        label,
        line: end && `Closed ${formatDay(end)}, ${relativeDay(end, today)}`,
        daysLeft: null,
      }
    case 'not-started':
      return { tone: 'waiting', label, line: opening(start, today), daysLeft: null }
    case 'link-pending':
      return { tone: 'pending', label, line: start && `Started ${formatDay(start)}`, daysLeft }
    case 'active': {
      const closing = daysLeft !== null && daysLeft <= 1
      return { tone: closing ? 'closing' : 'open', label, line: activeLine(application, wasExtended), daysLeft }
    }
  }
}

function opening(start: Day | null, today: Day): string {
  return start ? `Starts ${formatDay(start)}, ${relativeDay(start, today)}` : `Start date: ${TO_BE_ANNOUNCED}`
}

function activeLine({ daysLeft, end, start }: ApplicationState, wasExtended: boolean): string | null {
  if (daysLeft === 0) return 'Closes today at 11:59 PM'
  if (daysLeft === 1) return 'Closes tomorrow at 11:59 PM'
  if (wasExtended) return 'Last date was extended'
  if (end) return `Until ${formatDay(end)}`
  return start && `Started ${formatDay(start)}`
}
