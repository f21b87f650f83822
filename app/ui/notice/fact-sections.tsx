import { firstText } from '#domain/content/notice-columns.ts'
import { CutoffTable, hasCutoffs } from '#app/ui/cutoff-table.tsx'
import { DateTable } from '#app/ui/date-table.tsx'
import { KeyValueTable } from '#app/ui/key-value-table.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { StoredText } from '#app/ui/stored-text.tsx'
import { VacancyTable } from '#app/ui/vacancy-table.tsx'
import { ageLimit } from '#domain/age-limit.ts'
import { APPLICANT_CATEGORIES, numbersByCategory } from '#domain/content/categories-of-applicants.ts'
import { labelOf } from '#domain/content/choice.ts'
import { noticeDates } from '#domain/content/notice-dates.ts'
import { isFree, noticeFees } from '#domain/content/notice-fees.ts'
import { PAYMENT_MODES } from '#domain/messages.ts'
import { formatNumber, formatRupees } from '#domain/numbers.ts'
import { vacancies } from '#domain/vacancies.ts'
import type { NoticeSectionProps } from './notice-section-props.ts'
import { SourceLine } from './source-line.tsx'

export function DatesSection({ kind, notice, today }: NoticeSectionProps) {
  const dates = noticeDates(kind, notice)
  if (dates.length === 0) return null
  return (
    <PageSection heading="Important dates">
      <DateTable caption="Important dates" dates={dates} today={today} />
      <SourceLine kind={kind} notice={notice} today={today} />
    </PageSection>
  )
}

export function VacanciesSection({ kind, notice }: NoticeSectionProps) {
  const total = notice.total_posts ?? null
  const posts = kind.hasVacancies ? vacancies(notice.post_name) : []
  const only = posts.length === 1 ? posts[0] : undefined
  const byCategory = Object.entries(numbersByCategory(notice.category_vacancies))
  if (posts.length + byCategory.length === 0) return null
  return (
    <PageSection heading={kind.hasVacancies ? 'Vacancies' : 'Seats'}>
      {posts.length > 0 && (
        <VacancyTable posts={only ? [{ ...only, posts: only.posts ?? total }] : posts} total={total} />
      )}
      {byCategory.length > 0 && (
        <KeyValueTable
          caption="By category; PwD, female and ex-servicemen are counted in the others too"
          rows={byCategory.map(([category, number]) => ({
            label: labelOf(APPLICANT_CATEGORIES, category),
            value: formatNumber(number),
          }))}
        />
      )}
    </PageSection>
  )
}

export function CutoffsSection({ notice }: NoticeSectionProps) {
  if (!hasCutoffs(notice)) return null
  return (
    <PageSection heading="Cut-offs">
      <CutoffTable caption="Lowest marks that were selected, by category" cutoffs={notice.cutoffs} />
    </PageSection>
  )
}

export function EligibilitySection({ notice }: NoticeSectionProps) {
  const eligibility = firstText(notice, ['eligibility'])
  return (
    eligibility && (
      <PageSection heading="Eligibility">
        <p className="prose">
          <StoredText text={eligibility} />
        </p>
      </PageSection>
    )
  )
}

export function FeesSection({ kind, notice }: NoticeSectionProps) {
  const fees = noticeFees(kind, notice)
  if (fees.length === 0) return null
  return (
    <PageSection heading="Fees">
      <KeyValueTable
        caption={isFree(kind, notice) ? 'Nobody pays a fee' : `Pay by ${alternatives(PAYMENT_MODES)}`}
        rows={fees.map(({ label, amount }) => ({ label, value: formatRupees(amount) }))}
      />
    </PageSection>
  )
}

export function AgeSection({ notice }: NoticeSectionProps) {
  const limit = ageLimit(notice)
  if (!limit) return null
  const rows = [
    { label: 'Age', value: `${limit.range} years` },
    ...limit.byCategory.map(({ label, range }) => ({ label: `Age: ${label}`, value: `${range} years` })),
    ...(limit.asOn ? [{ label: 'Counted on', value: limit.asOn }] : []),
    ...(limit.relaxation === null || limit.byCategory.length > 0
      ? []
      : [{ label: 'Relaxation', value: relaxationText(limit.relaxation) }]),
  ]
  return (
    <PageSection heading="Age limits">
      <KeyValueTable caption="Age limits" captionHidden rows={rows} />
    </PageSection>
  )
}

function relaxationText(isGiven: boolean): string {
  return isGiven ? 'For reserved categories, by the rules of the notification' : 'None'
}

function alternatives(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
