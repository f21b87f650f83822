import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BadgeMark } from '#app/ui/badge.tsx'
import type { AdminRow } from '#app/data/admin-list.ts'
import { cutLink, cutText, shortName } from '#domain/admin/cell-text.ts'
import type { AdminColumn } from '#domain/admin/column.ts'
import { TABLE } from '#domain/admin/messages.ts'
import { isContentTable, type AdminTable } from '#domain/admin/tabs.ts'
import { APPLICANT_CATEGORIES, numbersByCategory } from '#domain/content/categories-of-applicants.ts'
import { labelOf } from '#domain/content/choice.ts'
import { HIDDEN_STATUS, PUBLICATION_STATES } from '#domain/content/publication.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import { dayAndTime, formatDay, htmlTimestamp, indianDay, knownDay } from '#domain/dates.ts'
import { formatMark, formatNumber, formatRupees } from '#domain/numbers.ts'
import { columnValue } from '#domain/row-columns.ts'
import { vacancies } from '#domain/vacancies.ts'
import { webLink } from '#domain/web-link.ts'
import { writtenList } from '#domain/written-list.ts'

interface CellContext {
  table: AdminTable
  editPath: string
}

/** Content of a cell; 'not set' without a value. Post date and quick link are rendered by the row. */
export function cellContent(
  { field, type, options = [] }: AdminColumn,
  row: AdminRow,
  { table, editPath }: CellContext,
): ReactNode {
  const value = columnValue(row, field)
  const text = textOf({ type, options }, value)
  if (type === 'active') return <StatusMark status={value === true ? 'active' : 'inactive'} table={table} />
  if (text === '') return <span className="nothing">not set</span>
  if (type === 'heading') return <Link to={editPath}>{cutText(text)}</Link>
  if (type === 'status') return <StateMark status={text} row={row} table={table} />
  if (type === 'timestamp') return <TimestampText timestamp={text} />
  if (type === 'link') return <LinkText address={text} />
  if (type === 'short-name') return <span title={text}>{cutText(shortName(text))}</span>
  return cutText(text)
}

/** The status of a public notice, and what is planned for it. Source: docs/behaviour/publication.md#in-the-tables-of-the-admin */
function StateMark({ status, row, table }: { status: string; row: AdminRow; table: AdminTable }) {
  const { planned: plan, isOverdue: isLate = false } = row
  if (status !== HIDDEN_STATUS) {
    const end = plan?.state === 'published' && plan.hide_at
    return (
      <>
        <StatusMark status={status} table={table} />
        {end && <PlannedTime label="until" timestamp={end} isLate={isLate} />}
      </>
    )
  }
  const state = plan?.state ?? 'hidden'
  if (!plan || state === 'hidden' || state === 'published') return <StatusMark status={status} table={table} />
  return (
    <>
      <span className="badge plain unseen">{labelOf(PUBLICATION_STATES, state)}</span>
      {plan.publish_at && <PlannedTime label="from" timestamp={plan.publish_at} isLate={isLate} />}
    </>
  )
}

interface PlannedTimeProps {
  label: string
  timestamp: string
  isLate: boolean
}

function PlannedTime({ label, timestamp, isLate }: PlannedTimeProps) {
  return (
    <>
      <small className="planned-time">
        {isLate ? TABLE.overdue : label} <time dateTime={htmlTimestamp(timestamp)}>{dayAndTime(timestamp)}</time>
      </small>
      {isLate && <small className="planned-time">{TABLE.overdueHint}</small>}
    </>
  )
}

/** A status looks as visitors see it, if it has a badge of its own there. Source: docs/behaviour/admin.md#status-in-tables */
function StatusMark({ status, table }: { status: string; table: AdminTable }) {
  const badge = isContentTable(table) ? kindOfTable(table).badge({ status }) : null
  if (badge?.label === status) return <BadgeMark badge={badge} status={status} />
  return <span className={status === 'inactive' ? 'badge plain unseen' : 'badge plain'}>{cutText(status)}</span>
}

function TimestampText({ timestamp }: { timestamp: string }) {
  return (
    <time dateTime={htmlTimestamp(timestamp)} title={dayAndTime(timestamp)}>
      {formatDay(indianDay(timestamp))}
    </time>
  )
}

function LinkText({ address }: { address: string }) {
  const link = webLink(address)
  if (!link) return cutLink(address)
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer" title={address}>
      {cutLink(address)}
    </a>
  )
}

/** @returns a value formatted for display; '' when there is none */
function textOf({ type, options = [] }: Pick<AdminColumn, 'type' | 'options'>, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (type === 'choice' && typeof value === 'string') return labelOf(options, value)
  if (type === 'choices')
    return writtenList(value)
      .map((chosen) => labelOf(options, chosen))
      .join(', ')
  if (type === 'numbers-by-category') return byCategoryText(value, formatNumber)
  if (type === 'marks-by-category') return byCategoryText(value, formatMark)
  if (type === 'rupees-by-category') return byCategoryText(value, formatRupees)
  if (type === 'name' || type === 'short-name') return nameOf(value)
  if (type === 'list') return writtenList(value).join(', ')
  if (type === 'vacancies') return vacancyText(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return type === 'rupees' ? formatRupees(value) : formatNumber(value)
  const day = type === 'date' && knownDay(value)
  if (day) return formatDay(day)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** @returns the name or title of a referenced row */
function nameOf(related: unknown): string {
  const { name, title } = Object(related) as { name?: string; title?: string }
  return name ?? title ?? ''
}

function byCategoryText(value: unknown, format: (number: number) => string): string {
  const numbers = Object.entries(numbersByCategory(value))
  return numbers.map(([category, number]) => `${labelOf(APPLICANT_CATEGORIES, category)} ${format(number)}`).join(', ')
}

function vacancyText(value: unknown): string {
  return vacancies(value)
    .map(({ name }) => name)
    .join(', ')
}
