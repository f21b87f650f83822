import { CorrectionLine } from '#app/ui/corrections.tsx'
import { CutoffTable, hasCutoffs } from '#app/ui/cutoff-table.tsx'
import { KeyValueTable } from '#app/ui/key-value-table.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { APPLICANT_CATEGORIES } from '#domain/content/categories-of-applicants.ts'
import { correctedValues } from '#domain/content/corrected-values.ts'
import type { Stage } from '#domain/content/recruitment.ts'
import { kindOfTable, noticePath } from '#domain/content/registry.ts'
import { formatNumber } from '#domain/numbers.ts'

/** Posts by category of each notice that states them. */
export function VacanciesSection({ notices }: { notices: readonly Stage[] }) {
  const stated = notices.flatMap(({ slug, title, total_posts: total, category_vacancies: numbers = {} }) => {
    const rows = APPLICANT_CATEGORIES.flatMap(({ value, label }) => {
      const number = numbers[value]
      return number === undefined ? [] : [{ label, value: formatNumber(number) }]
    })
    const whole = total === undefined ? [] : [{ label: 'All posts', value: formatNumber(total) }]
    return rows.length > 0 ? [{ slug, title, rows: [...rows, ...whole] }] : []
  })
  if (stated.length === 0) return null
  return (
    <PageSection heading="Vacancies by category">
      {stated.map(({ slug, title, rows }) => (
        <KeyValueTable key={slug} caption={title} captionHidden={stated.length === 1} rows={rows} />
      ))}
    </PageSection>
  )
}

/** Cut-offs of each stage that has announced them, the latest first. */
export function CutoffsSection({ notices }: { notices: readonly Stage[] }) {
  const stated = notices.filter(hasCutoffs)
  if (stated.length === 0) return null
  return (
    <PageSection heading="Cut-offs of earlier stages">
      {stated.map(({ slug, title, cutoffs }) => (
        <CutoffTable key={slug} caption={title} cutoffs={cutoffs} />
      ))}
    </PageSection>
  )
}

/** All corrections of the notices of a recruitment, the newest first. */
export function AllCorrectionsSection({ notices }: { notices: readonly Stage[] }) {
  const lines = notices.flatMap((notice) => {
    const kind = kindOfTable(notice.table)
    const corrections = notice.corrections ?? []
    return corrections.flatMap((correction) => {
      const [value] = correctedValues(kind, [correction])
      const { at, field } = correction
      return value
        ? [
            {
              at,
              value,
              title: notice.title,
              href: noticePath(kind, notice.slug),
              key: `${notice.slug} ${field} ${at}`,
            },
          ]
        : []
    })
  })
  if (lines.length === 0) return null
  return (
    <PageSection heading="Corrections">
      <ul className="tick-list corrections">
        {lines
          .toSorted((one, other) => other.at.localeCompare(one.at))
          .map(({ key, value, title, href }) => (
            <CorrectionLine key={key} value={value} notice={{ title, href }} />
          ))}
      </ul>
    </PageSection>
  )
}
