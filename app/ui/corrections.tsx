import { Icon } from '#app/ui/icon.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { StoredText } from '#app/ui/stored-text.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { correctedValues, type CorrectedValue } from '#domain/content/corrected-values.ts'
import type { Correction } from '#domain/content/notice.ts'
import { formatDay } from '#domain/dates.ts'
import { outsideLink } from '#domain/stored-file.ts'
import { WholeDays } from './whole-days.tsx'

/** What was changed in a notice after it was published; nothing when nothing was. */
export function CorrectionsSection({ kind, corrections }: { kind: ContentKind; corrections: readonly Correction[] }) {
  const values = correctedValues(kind, corrections)
  if (values.length === 0) return null
  return (
    <PageSection heading="Corrections">
      <ul className="tick-list corrections">
        {values.map((value) => (
          <CorrectionLine key={`${value.label} ${value.day} ${value.change}`} value={value} />
        ))}
      </ul>
    </PageSection>
  )
}

interface CorrectionLineProps {
  value: CorrectedValue
  /** The corrected notice, where the page is not its own. */
  notice?: { title: string; href: string }
}

/** 'Last date 10-11-2026 to 17-11-2026, corrected on 12-11-2026, source: ssc.gov.in' */
export function CorrectionLine({ value: { label, change, day, source }, notice }: CorrectionLineProps) {
  const official = outsideLink(source)
  return (
    <li>
      <Icon name="clock" />
      <p>
        <b>{label}</b> <WholeDays text={`${change}, corrected on ${formatDay(day)}`} />
        {official && (
          <>
            , source:{' '}
            <a href={official.href} rel="noopener noreferrer nofollow">
              {official.host} <small>(external link)</small>
            </a>
          </>
        )}
        {notice && (
          <>
            {' '}
            <a href={notice.href}>
              <StoredText text={notice.title} />
            </a>
          </>
        )}
      </p>
    </li>
  )
}
