/** One saved notice on the page of saved notices, as elements. */
import { element } from '#app/browser/element.ts'
import { storedText } from '#app/browser/stored-text.ts'
import { badgeIcon } from '#domain/content/badge-icons.ts'
import { NEW } from '#domain/content/badge.ts'
import { formatDay, indianDay, type Day } from '#domain/dates.ts'
import { SAVED_NOTE_MAX, SAVED_NUMBER_MAX } from '#domain/limits.ts'
import { SAVED_PAGE, STAR } from '#domain/saved/messages.ts'
import type { NoticeState } from '#domain/saved/notice-state.ts'
import { dateLine, lastDate, nextDate } from '#domain/saved/order.ts'
import type { SavedNotice } from '#domain/saved/saved-notice.ts'
import { newChanges } from '#domain/saved/with-answer.ts'

/** @param reference identifies the notice in ids and for the buttons */
export function savedCard(reference: string, notice: SavedNotice, today: Day): HTMLElement {
  const { state, isWithdrawn } = notice
  return element(
    'li',
    { class: 'saved-card', id: `saved-${reference}`, 'data-reference': reference },
    element(
      'div',
      {},
      element('h3', {}, ...titleOf(notice)),
      summary(notice, today),
      ...(isWithdrawn ? [element('p', { class: 'withdrawn' }, SAVED_PAGE.withdrawn)] : []),
      ...nextLine(state, today),
      ...changes(notice),
      ...details(reference, state, today),
    ),
    element(
      'div',
      {},
      applied(reference, notice),
      note(reference, notice),
      element('p', {}, button('remove', SAVED_PAGE.remove, state.title)),
    ),
  )
}

/** In place of a notice that was just removed. */
export function removedCard(reference: string, { state }: SavedNotice): HTMLElement {
  return element(
    'li',
    { class: 'saved-removed', id: `saved-${reference}`, 'data-reference': reference },
    element('p', {}, ...storedText(SAVED_PAGE.removed(state.title))),
    button('undo', STAR.undo, state.title),
  )
}

/** @param about what the button is about, for those who do not see beside which notice it is */
export function button(act: string, label: string, about?: string): HTMLButtonElement {
  const hidden = about ? [element('span', { class: 'visually-hidden' }, ...storedText(` ${about}`))] : []
  return element('button', { type: 'button', class: 'button', 'data-act': act }, label, ...hidden)
}

/** @returns where the title of a notice leads; null when there is nothing any more */
export function addressOf({ isWithdrawn, state: { path, links } }: SavedNotice): string | null {
  return isWithdrawn ? null : (path ?? links[0]?.href ?? null)
}

function titleOf(notice: SavedNotice): (Node | string)[] {
  const href = addressOf(notice)
  const title = storedText(notice.state.title)
  if (!href) return title
  const outside: Record<string, string> = href.startsWith('/')
    ? {}
    : { target: '_blank', rel: 'noopener noreferrer nofollow' }
  return [element('a', { href, ...outside }, ...title)]
}

function summary({ state, readAt, savedAt }: SavedNotice, today: Day): HTMLElement {
  const { kind, organization, badge } = state
  const isOld = badge?.label === NEW.label && indianDay(readAt ?? savedAt) !== today
  const words = [kind, organization].filter(Boolean).join(' · ')
  return element(
    'p',
    { class: 'meta' },
    element('span', {}, ...storedText(words)),
    ...(badge && !isOld ? [badgeMark(badge)] : []),
  )
}

/** The drawing of the icon is in the document. */
function badgeMark({ label, look }: NonNullable<NoticeState['badge']>): HTMLElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  use.setAttribute('href', `#i-${badgeIcon({ label, style: look })}`)
  svg.append(use)
  return element('span', { class: 'badge', 'data-look': look }, svg, label)
}

function nextLine(state: NoticeState, today: Day): HTMLElement[] {
  const date = nextDate(state, today) ?? lastDate(state)
  if (!date) return []
  const isAhead = date.day >= today
  const time = element('time', { datetime: date.day }, formatDay(date.day))
  return [element('p', { class: isAhead ? 'next' : 'passed' }, element('b', {}, dateLine(date, today)), ' ', time)]
}

function changes(notice: SavedNotice): HTMLElement[] {
  const lines = newChanges(notice)
  if (lines.length === 0) return []
  return [
    element(
      'div',
      { class: 'changes' },
      element('h4', {}, SAVED_PAGE.changes),
      element('ul', {}, ...lines.map((line) => element('li', {}, ...storedText(line)))),
      button('acknowledge', SAVED_PAGE.acknowledge, notice.state.title),
    ),
  ]
}

function details(reference: string, { dates, fees, links }: NoticeState, today: Day): HTMLElement[] {
  const rows = [
    ...dates.map(({ label, day, text, ...date }) =>
      row(label, day ? dateLine({ ...date, text, day, label: text }, today) : text),
    ),
    ...fees.map(({ label, text }) => row(`Fee ${label}`, text)),
  ]
  if (rows.length === 0 && links.length === 0) return []
  return [
    element(
      'details',
      { id: `details-${reference}` },
      element('summary', {}, SAVED_PAGE.details),
      ...(rows.length > 0 ? [element('dl', {}, ...rows.flat())] : []),
      element('ul', {}, ...links.map(({ label, href }) => element('li', {}, outsideLink(label, href)))),
    ),
  ]
}

function row(label: string, value: string): HTMLElement[] {
  return [element('dt', {}, label), element('dd', {}, ...storedText(value))]
}

function outsideLink(label: string, href: string): HTMLElement {
  return element('a', { href, rel: 'noopener noreferrer nofollow' }, label)
}

function applied(reference: string, { applied: entry, state }: SavedNotice): HTMLElement {
  const checked: Record<string, string> = entry ? { checked: '' } : {}
  const tick = element('input', { type: 'checkbox', id: `applied-${reference}`, 'data-field': 'applied', ...checked })
  const about = element('span', { class: 'visually-hidden' }, ...storedText(`: ${state.title}`))
  const label = element('label', { class: 'tick' }, tick, element('span', {}, SAVED_PAGE.applied, about))
  if (!entry) return element('div', { class: 'applied' }, label)
  const day = { type: 'date', 'data-field': 'on', value: entry.on ?? '' }
  const number = {
    type: 'text',
    'data-field': 'number',
    value: entry.number,
    maxlength: String(SAVED_NUMBER_MAX),
    autocomplete: 'off',
  }
  return element(
    'div',
    { class: 'applied' },
    label,
    labelled(`on-${reference}`, SAVED_PAGE.appliedOn, element('input', { ...day, class: 'field' })),
    labelled(`number-${reference}`, SAVED_PAGE.applicationNumber, element('input', { ...number, class: 'field' })),
  )
}

function note(reference: string, { note: text }: SavedNotice): HTMLElement {
  const attributes = { class: 'field', 'data-field': 'note', rows: '2', maxlength: String(SAVED_NOTE_MAX) }
  return labelled(`note-${reference}`, SAVED_PAGE.note, element('textarea', attributes, text))
}

function labelled(id: string, label: string, field: HTMLElement): HTMLElement {
  field.id = id
  return element('div', { class: 'form-field' }, element('label', { for: id }, label), field)
}
