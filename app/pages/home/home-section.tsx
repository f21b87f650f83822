import { use } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Icon } from '#app/ui/icon.tsx'
import { SeparateText } from '#app/ui/separate-text.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard } from '#domain/content/notice.ts'
import type { Day } from '#domain/dates.ts'
import { FOLDED_SECTION_ROWS, SEARCH_TEXT_MAX } from '#domain/limits.ts'
import { LIST } from '#domain/list-messages.ts'
import { byTable } from '#domain/content/registry.ts'
import { noticeRow } from './notice-row.tsx'
import { sectionPath } from './section-path.ts'

interface HomeSectionProps {
  kind: ContentKind
  today: Day
  rows: NoticeCard[]
}

export function HomeSection({ kind, today, rows }: HomeSectionProps) {
  return (
    <section className={`home-section ${kind.table}`} aria-labelledby={headingOf(kind)}>
      <div className="section-head" dangerouslySetInnerHTML={{ __html: HEADS[kind.table] }} />
      <SectionResult kind={kind} today={today} rows={rows} search="" />
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

function headingOf(kind: ContentKind): string {
  return `section-${kind.table}`
}

function SectionHead({ kind }: { kind: ContentKind }) {
  return (
    <>
      <h2 id={headingOf(kind)}>
        <a href={kind.listPath}>{kind.label}</a>
      </h2>
      <SectionSearch kind={kind} />
    </>
  )
}

/**
 * Searches while the visitor types; without scripts it submits to the list page. In narrow columns it opens when
 * focused. There is no room for its button, which only assistive technology offers.
 */
function SectionSearch({ kind }: { kind: ContentKind }) {
  return (
    <form
      id={searchForm(kind)}
      className="section-search"
      action={kind.listPath}
      data-search={sectionPath(kind)}
      autoComplete="off"
    >
      <input
        type="search"
        name="search"
        aria-label={`Search in ${kind.label}`}
        placeholder={`Search ${kind.label}`}
        maxLength={SEARCH_TEXT_MAX}
      />
      <Icon name="search" />
      <button type="submit" className="visually-hidden" tabIndex={-1}>
        Search {kind.label}
      </button>
    </form>
  )
}

/** The heads never change, and are a fifth of the elements on a home page besides its rows. */
const HEADS = byTable((kind) => renderToStaticMarkup(<SectionHead kind={kind} />))

/** Id of the search form of a section. */
function searchForm(kind: ContentKind): string {
  return `search-in-${kind.table}`
}

interface SectionResultProps extends HomeSectionProps {
  /** The search text of the rows; empty for the newest notices. */
  search: string
}

/** The part of a section that a search replaces and that is refreshed after changes. */
export function SectionResult({ kind, today, rows, search }: SectionResultProps) {
  return (
    <div className="section-result" id={`result-${kind.table}`} data-live="">
      <output className="section-status">
        {search && <span className="visually-hidden">{rows.length} found</span>}
      </output>
      {rows.length > 0 ? (
        <SectionRows kind={kind} rows={rows} today={today} />
      ) : (
        <p className="section-empty">{emptyLine(kind, search)}</p>
      )}
    </div>
  )
}

/**
 * On phones a checkbox shows the further rows, which needs no script. It belongs to the search form, so that browsers do
 * not restore it when the page is reloaded: a checkbox may not have the attribute `autocomplete` itself.
 */
function SectionRows({ kind, rows, today }: HomeSectionProps) {
  const separate = use(SeparateText)
  let html = ''
  for (const [position, notice] of rows.entries())
    html += noticeRow({ kind, notice, today, folded: position >= FOLDED_SECTION_ROWS, separate })
  return (
    <>
      <ol dangerouslySetInnerHTML={{ __html: html }} />
      {rows.length > FOLDED_SECTION_ROWS && (
        <label className="fold">
          <input type="checkbox" form={searchForm(kind)} />
          <span>Show all {rows.length}</span>
          <span>Show fewer</span>
          <Icon name="down" />
        </label>
      )}
    </>
  )
}

function emptyLine(kind: ContentKind, search: string): string {
  return search ? LIST.noMatch(kind.plural, search) : LIST.noneAvailable(kind.plural)
}
