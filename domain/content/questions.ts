import { capitalized } from '#domain/capitalized.ts'
import { ageLimit } from '#domain/age-limit.ts'
import { formatDay, relativeDay, type Day } from '#domain/dates.ts'
import { formatNumber, formatRupees } from '#domain/numbers.ts'
import { vacancies } from '#domain/vacancies.ts'
import { outsideLink } from '#domain/stored-file.ts'
import type { ContentKind } from './content-kind.ts'
import { noticeApplication } from './notice-application.ts'
import { noticeDates } from './notice-dates.ts'
import { isFree, noticeFees } from './notice-fees.ts'
import type { NoticeCard } from './notice.ts'
import { firstText } from './notice-columns.ts'

export interface Question {
  question: string
  answer: string
}

/**
 * Frequently asked questions about a notice that its own data can answer.
 * Source: docs/behaviour/notices.md#questions.
 */
export function questions(kind: ContentKind, notice: NoticeCard, today: Day): Question[] {
  return [
    beginning(kind, notice, today),
    ...deadlines(kind, notice, today),
    exam(kind, notice, today),
    posts(notice),
    fee(kind, notice),
    age(notice),
    ...answeredByField(kind, notice),
    officialSite(notice),
  ].filter((asked) => asked !== null)
}

function answeredByField(kind: ContentKind, notice: NoticeCard): Question[] {
  return (kind.questions ?? []).flatMap(({ question, fields }) => {
    const answer = firstText(notice, fields)
    return answer ? [{ question, answer }] : []
  })
}

function beginning(kind: ContentKind, notice: NoticeCard, today: Day): Question | null {
  const application = noticeApplication(kind, notice, today)
  if (application?.name !== 'not-started') return null
  const { start } = application
  const answer = start
    ? `On ${withDistance(formatDay(start), start, today)}.`
    : 'The first day has not been announced yet.'
  return { question: 'When do applications begin?', answer }
}

function deadlines(kind: ContentKind, notice: NoticeCard, today: Day): Question[] {
  return noticeDates(kind, notice)
    .filter(({ deadline }) => deadline)
    .map(({ label, day, text }) => {
      const question = `What is the ${label.charAt(0).toLowerCase()}${label.slice(1)}?`
      if (!day) return { question, answer: 'It has not been announced yet.' }
      const until = day < today ? `It was ${withDistance(text, day, today)}.` : `${text}, until 11:59 PM Indian time.`
      return { question, answer: until }
    })
}

function exam(kind: ContentKind, notice: NoticeCard, today: Day): Question | null {
  const date = noticeDates(kind, notice).find(({ label, day }) => day && /exam/i.test(label) && !/slip/i.test(label))
  if (!date?.day) return null
  const verb = date.day < today ? 'was' : 'is'
  return { question: `When ${verb} the exam?`, answer: `On ${withDistance(date.text, date.day, today)}.` }
}

function posts(notice: NoticeCard): Question | null {
  const total = notice.total_posts
  if (typeof total !== 'number') return null
  const named = vacancies(notice.post_name).length
  const spread = named > 1 ? `, spread over ${named} posts` : ''
  return { question: 'How many vacancies are there?', answer: `${formatNumber(total)}${spread}.` }
}

function fee(kind: ContentKind, notice: NoticeCard): Question | null {
  const fees = noticeFees(kind, notice)
  if (fees.length === 0) return null
  if (isFree(kind, notice)) return { question: 'What is the fee?', answer: 'There is no fee.' }
  const amounts = fees.map(({ label, amount }) => `${label}: ${formatRupees(amount)}`)
  return { question: 'What is the fee?', answer: `${amounts.join('; ')}.` }
}

function age(notice: NoticeCard): Question | null {
  const limit = ageLimit(notice)
  if (!limit) return null
  const asOn = limit.asOn ? `, counted on ${limit.asOn}` : ''
  const relaxation = limit.relaxation ? ' Reserved categories get a relaxation by the rules of the notification.' : ''
  return { question: 'What is the age limit?', answer: `${capitalized(limit.range)} years${asOn}.${relaxation}` }
}

function officialSite(notice: NoticeCard): Question | null {
  const site = outsideLink(notice.official_website)
  return site && { question: 'Which is the official website?', answer: `${site.host}. Check every detail there.` }
}

function withDistance(text: string, day: Day, today: Day): string {
  return `${text}, ${relativeDay(day, today)}`
}
