import { AnswerCard, type AnswerTone } from '#app/ui/answer-card.tsx'
import { InsideLink, LinkList } from '#app/ui/link-list.tsx'
import type { NextStep } from '#domain/content/next-step.ts'
import { noticePath } from '#domain/content/registry.ts'
import { daysBetween, type Day } from '#domain/dates.ts'

/** The next step that applicants wait for, at the top of the page. */
export function NextStepCard({ step, today }: { step: NextStep; today: Day }) {
  const { label, line, day, isDeadline, notice } = step
  const daysLeft = day && isDeadline ? daysBetween(today, day) : null
  return (
    <AnswerCard answer={{ tone: toneOf(step, daysLeft), label, line, daysLeft }}>
      {notice && (
        <LinkList>
          <InsideLink
            label={notice.notice.title}
            note={notice.kind.navLabel}
            href={noticePath(notice.kind, notice.notice.slug)}
          />
        </LinkList>
      )}
    </AnswerCard>
  )
}

function toneOf({ isDeadline, isOver }: NextStep, daysLeft: number | null): AnswerTone {
  if (isOver) return 'out'
  if (!isDeadline) return 'waiting'
  return daysLeft !== null && daysLeft <= 1 ? 'closing' : 'open'
}
