/** Finds the notices on a page, and reads of each what the page shows. */
import { LAST_DATE_TO_APPLY, TO_BE_ANNOUNCED } from '#domain/messages.ts'
import { badgeIcon } from '#domain/content/badge-icons.ts'
import { formatDay, isDay } from '#domain/dates.ts'
import type { NoticeState } from '#domain/saved/notice-state.ts'
import { webLink } from '#domain/web-link.ts'

/** A notice on the page, with the element that gets its star. */
export interface PageNotice {
  element: HTMLElement
  id: string | null
  link: HTMLAnchorElement | null
}

/** @returns every notice that is listed on the page, in a list, a section of the home page, a search or a recruitment */
export function listedNotices(main: ParentNode): PageNotice[] {
  const rows = [...main.querySelectorAll<HTMLElement>('li[data-id]')].flatMap((element) => {
    const id = idOfRow(element)
    return id ? [{ element, id, link: element.querySelector('a') }] : []
  })
  const stages = [...main.querySelectorAll<HTMLElement>('.stages p')].flatMap((element) => {
    const link = element.querySelector('a')
    return link ? [{ element, id: null, link }] : []
  })
  return [...rows, ...stages]
}

/** @returns 'jobs:12', the first tag of the page of one notice; null on other pages */
export function idOfPage(main: HTMLElement): string | null {
  return main.dataset['notice'] === undefined ? null : (main.dataset['tags']?.split(' ')[0] ?? null)
}

/**
 * @returns the notice that an element shows now: a live update may have put another one into the same row
 */
export function noticeNow({ element, id }: PageNotice): PageNotice {
  return { element, id: id && idOfRow(element), link: element.querySelector('a') }
}

/** Rows of the search name the table before the id; other rows are in a list or a section of one table. */
function idOfRow(row: HTMLElement): string | null {
  const [first = '', second] = (row.dataset['id'] ?? '').split(' ')
  if (second) return `${first}:${second}`
  const list = row.closest('.notice-list, .home-section')
  const table = [...(list?.classList ?? [])].find((name) => !/^(notice-list|home-section)$/.test(name))
  return table ? `${table}:${first}` : null
}

/** @returns the state of a listed notice, as far as its row shows it */
export function stateOfRow({ element, id, link }: PageNotice): NoticeState {
  const last = element.querySelector('.last-date b')
  return {
    ...partialState(id, element),
    path: link && link.origin === location.origin ? pathOfNotice(link.pathname) : null,
    title: (element.querySelector('.title') ?? link)?.textContent.trim() ?? '',
    dates: last ? [dateOf(LAST_DATE_TO_APPLY, last)] : [],
    links:
      link && link.origin !== location.origin && webLink(link.href) ? [{ label: 'Document', href: link.href }] : [],
  }
}

/** @returns the state of the notice whose page this is, as far as the page shows it */
export function stateOfPage(main: HTMLElement, id: string): NoticeState {
  const rows = [...main.querySelectorAll<HTMLTableRowElement>('table.dates tr')]
  return {
    ...partialState(id, main.querySelector('.posted')),
    path: pathOfNotice(location.pathname),
    title: main.querySelector('h1')?.textContent.trim() ?? '',
    organization: main.querySelector('.organization')?.textContent.trim() ?? null,
    dates: rows.map(({ cells: [label, date] }) => dateOf(label?.textContent.trim() ?? '', date)),
  }
}

function partialState(id: string | null, badged: Element | null): NoticeState {
  const badge = badged?.querySelector<HTMLElement>('.badge')
  return {
    id,
    path: null,
    isPartial: true,
    kind: '',
    title: '',
    organization: null,
    status: null,
    badge: badge ? stateOfBadge(badge) : null,
    dates: [],
    fees: [],
    links: [],
  }
}

function stateOfBadge({ textContent: label, dataset: { look = 'new' } }: HTMLElement): NoticeState['badge'] {
  return { label, look, icon: badgeIcon({ label, style: look }) }
}

function dateOf(label: string, cell: Element | undefined) {
  const text = cell?.textContent.trim() || TO_BE_ANNOUNCED
  const written = cell?.querySelector('time')?.dateTime ?? text.split('-').reverse().join('-')
  const day = isDay(written) ? written : null
  return { label, day, text: day ? formatDay(day) : text, isDeadline: label === LAST_DATE_TO_APPLY }
}

/** Only addresses of two segments are those of notices. */
function pathOfNotice(pathname: string): string | null {
  return /^\/[\w-]+\/[^/]+$/.test(pathname) ? pathname : null
}
