import { useKept } from '#app/site/layout/use-kept.ts'
import { Icon } from '#app/ui/icon.tsx'
import { NoticeRow } from '#app/ui/notice-row.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard } from '#domain/content/notice.ts'
import type { Day } from '#domain/dates.ts'
import { FOLDED_SECTION_ROWS } from '#domain/limits.ts'
import type { Overlay } from '#domain/live-list.ts'
import { LIST } from '#domain/messages.ts'
import { SectionSearch } from './section-search.tsx'
import { useSectionSearch } from './use-section-search.ts'

interface HomeSectionProps {
  kind: ContentKind
  today: Day
  rows: NoticeCard[]
  /** What changed since the rows were fetched. */
  changes: Overlay
}

export function HomeSection({ kind, today, ...section }: HomeSectionProps) {
  const { text, setText, rows, loading, searched } = useSectionSearch(kind, section)
  const heading = `section-${kind.table}`
  return (
    <section className={`home-section ${kind.table}`} aria-labelledby={heading}>
      <div className="section-head">
        <h2 id={heading}>
          <a href={kind.listPath}>{kind.label}</a>
        </h2>
        <SectionSearch kind={kind} text={text} onText={setText} />
      </div>
      <output className="section-status">
        {loading ? LIST.loading : searched && <span className="visually-hidden">{rows.length} found</span>}
      </output>
      {rows.length > 0 ? (
        <SectionRows kind={kind} rows={rows} today={today} busy={loading} />
      ) : (
        !loading && <p className="section-empty">{emptyLine(kind, searched)}</p>
      )}
      <a className="view-more" href={kind.listPath}>
        <span>
          {LIST.viewMore}
          <span className="visually-hidden"> {kind.label}</span>
        </span>
        <Icon name="right" />
      </a>
    </section>
  )
}

/** Phones fold the later rows behind a checkbox, which needs no script. */
function SectionRows({ kind, rows, today, busy }: Omit<HomeSectionProps, 'changes'> & { busy: boolean }) {
  const [unfolded, setUnfolded] = useKept(`all rows of ${kind.table}`, false)
  return (
    <>
      <ol aria-busy={busy}>
        {rows.map((notice, position) => (
          <NoticeRow
            key={notice.id}
            kind={kind}
            notice={notice}
            today={today}
            folded={position >= FOLDED_SECTION_ROWS}
          />
        ))}
      </ol>
      {rows.length > FOLDED_SECTION_ROWS && (
        <label className="fold">
          <input
            type="checkbox"
            autoComplete="off"
            checked={unfolded}
            onChange={(event) => setUnfolded(event.currentTarget.checked)}
          />
          <span>Show all {rows.length}</span>
          <span>Show fewer</span>
          <Icon name="down" />
        </label>
      )}
    </>
  )
}

function emptyLine(kind: ContentKind, searched: string): string {
  return searched ? LIST.noMatch(kind.plural, searched) : LIST.noneAvailable(kind.plural)
}
