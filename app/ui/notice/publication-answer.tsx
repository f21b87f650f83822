import { capitalized } from '#domain/capitalized.ts'
import { firstText } from '#domain/content/notice-columns.ts'
import { AnswerCard, type Answer, type AnswerTone } from '#app/ui/answer-card.tsx'
import { FactList } from '#app/ui/fact-list.tsx'
import { LeavingButton } from '#app/ui/leaving-button.tsx'
import type { BadgeStyle } from '#domain/content/badge.ts'
import { datesAhead } from '#domain/content/notice-dates.ts'
import { daysBetween } from '#domain/dates.ts'
import type { NoticeSectionProps } from './notice-section-props.ts'
import { noticeFacts } from './notice-facts.ts'

const TONES: Partial<Record<BadgeStyle, AnswerTone>> = { out: 'out', soon: 'waiting' }

/** The card at the top of a notice without an application: whether it is published, and where to get it. */
export function PublicationAnswer({ kind, notice, today, siteName }: NoticeSectionProps & { siteName: string }) {
  const address = kind.action ? firstText(notice, kind.action.fields) : null
  return (
    <AnswerCard answer={answerOf({ kind, notice, today })}>
      {kind.action &&
        (address ? (
          <LeavingButton
            text={kind.action.label}
            address={address}
            siteName={siteName}
            opensTab={kind.action.opensTab}
          />
        ) : (
          <p className="no-button">{kind.action.missing}</p>
        ))}
      <FactList facts={noticeFacts({ kind, notice, today })} />
    </AnswerCard>
  )
}

function answerOf({ kind, notice, today }: NoticeSectionProps): Answer {
  const badge = kind.badge(notice)
  const thing = capitalized(kind.singular)
  const isState = badge.label === 'Out' || badge.label === 'Soon'
  const isAwaited = badge.style === 'soon'
  const next = datesAhead(kind, notice, today).find(({ deadline }) => isAwaited || deadline)
  return {
    tone: TONES[badge.style] ?? 'new',
    label: isState ? `${thing} ${badge.label.toLowerCase()}` : thing,
    line: next ? `${next.label} ${next.text}` : null,
    // Days left are shown only for a deadline of something that is published.
    daysLeft: next && !isAwaited ? daysBetween(today, next.day) : null,
  }
}
