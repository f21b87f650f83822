import type { ReactNode } from 'react'
import { formatNumber } from '#domain/numbers.ts'
import { Icon, type IconName } from './icon.tsx'
import { WholeDays } from './whole-days.tsx'

export type AnswerTone = 'open' | 'closing' | 'waiting' | 'pending' | 'ended' | 'out' | 'new'

const ICONS: Record<AnswerTone, IconName> = {
  open: 'open',
  closing: 'clock',
  waiting: 'hourglass',
  pending: 'clock',
  ended: 'closed',
  out: 'open',
  new: 'page',
}

export interface Answer {
  tone: AnswerTone
  label: string
  line: string | null
  /** Days until the date; null when there is none or it is over. */
  daysLeft: number | null
}

/** The most important facts of a page: the state, then the button and further facts as children. */
export function AnswerCard({ answer, children }: { answer: Answer; children: ReactNode }) {
  return (
    <div className={`answer-card ${answer.tone}`}>
      <div className="state">
        <Icon name={ICONS[answer.tone]} />
        <div>
          <b>{answer.label}</b>
          {answer.line && (
            <span>
              <WholeDays text={answer.line} />
            </span>
          )}
        </div>
        {answer.daysLeft !== null && <DaysLeft days={answer.daysLeft} />}
      </div>
      <div className="answers">{children}</div>
    </div>
  )
}

function DaysLeft({ days }: { days: number }) {
  if (days === 0) return <p className="countdown last">Last day</p>
  return (
    <p className="countdown">
      <strong>{formatNumber(days)}</strong> {days === 1 ? 'day left' : 'days left'}
    </p>
  )
}
