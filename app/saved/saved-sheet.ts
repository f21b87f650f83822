import { element } from '#app/browser/element.ts'
import { storedText } from '#app/browser/stored-text.ts'
import { formatDay, type Day } from '#domain/dates.ts'
import { SAVED_PAGE } from '#domain/saved/messages.ts'
import { dateLine, nextDate } from '#domain/saved/order.ts'
import type { SavedNotice } from '#domain/saved/saved-notice.ts'
import { addressOf } from './saved-card.ts'

const COLUMNS = ['Notice', 'Dates', 'Links', 'Applied', 'Note']

/** The same notices as a table, which only print shows. Source: docs/behaviour/saved.md#print */
export function savedSheet(notices: readonly SavedNotice[], today: Day): HTMLElement {
  return element(
    'table',
    { class: 'saved-sheet', id: 'saved-sheet' },
    element('caption', {}, `Saved notices on ${formatDay(today)}`),
    element('thead', {}, element('tr', {}, ...COLUMNS.map((label) => element('th', { scope: 'col' }, label)))),
    element('tbody', {}, ...notices.map((notice) => sheetRow(notice, today))),
  )
}

function sheetRow(notice: SavedNotice, today: Day): HTMLElement {
  const { state, note, applied, isWithdrawn } = notice
  const next = nextDate(state, today)
  const heading = [state.title, state.organization ?? '', isWithdrawn ? SAVED_PAGE.withdrawn : '']
  const dates = [...(next ? [dateLine(next, today)] : []), ...state.dates.map(({ label, text }) => `${label}: ${text}`)]
  const path = addressOf(notice)
  const page = path ? [`${new URL(path, location.origin).href}`] : []
  const links = [...page, ...state.links.map(({ label, href }) => `${label}: ${href}`)]
  const tick = applied ? ['Yes', applied.on ? formatDay(applied.on) : '', applied.number] : ['No']
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, ...lines(heading)),
    ...[dates, links, tick].map((texts) => element('td', {}, ...lines(texts))),
    element('td', { class: 'note' }, ...storedText(note)),
  )
}

function lines(texts: readonly string[]): HTMLElement[] {
  return texts.filter((text) => text !== '').map((text) => element('p', {}, ...storedText(text)))
}
