import { isFromServer, PAGE_PART_TYPE } from '#domain/app-shell.ts'
import { LATE_RESPONSE_MS } from '#domain/limits.ts'
import { LOADING } from '#domain/messages.ts'
import { formatNumber } from '#domain/numbers.ts'
import { endSignal } from '#domain/end-signal.ts'
import { hideFailureLine } from './failure-line.ts'
import { storedText } from './stored-text.ts'

/**
 * Appends the rows of the page that a link 'Show more' leads to; while they are read, the link does nothing.
 *
 * @throws when they cannot be read
 */
export async function addRows(link: HTMLAnchorElement): Promise<void> {
  const container = link.parentElement
  const line = container?.previousElementSibling?.matches('.unreachable') ? container.previousElementSibling : null
  const list = (line ?? container)?.previousElementSibling
  if (!container || !list || link.hasAttribute('aria-disabled')) return
  const label = link.textContent
  link.setAttribute('aria-disabled', 'true')
  link.textContent = LOADING
  const nextPage = await read(link.href).catch((error: unknown) => {
    link.removeAttribute('aria-disabled')
    link.textContent = label
    throw error
  })
  const known = new Set(Array.from(list.children, (row) => row.getAttribute('data-id')))
  const rows = [...nextPage.querySelectorAll('main li[data-id]')].filter(
    (row) => !known.has(row.getAttribute('data-id')),
  )
  const next = nextPage.querySelector('.show-more')
  // Otherwise the visitor uses something else by now.
  const { activeElement } = document
  const isHere =
    [null, document.body, link].includes(activeElement as HTMLElement | null) || line?.contains(activeElement)
  hideFailureLine(container)
  list.append(...rows)
  list.setAttribute('data-added', '')
  container.replaceWith(next ?? '')
  writeCount(list, Boolean(next?.querySelector('a')))
  // Rows may be hidden because the visitor cannot apply.
  const first = rows.find((row) => row.getClientRects().length > 0)
  if (isHere) first?.querySelector('a')?.focus({ preventScroll: true })
}

async function read(address: string): Promise<Document> {
  const response = await fetch(address, {
    headers: { accept: PAGE_PART_TYPE },
    cache: 'no-store',
    signal: endSignal(LATE_RESPONSE_MS),
  })
  // A network that asks for a sign-in responds with a page of its own: without rows the list would look complete.
  if (response.status !== 200 || !isFromServer(response))
    throw new Error(`Not the next page: status ${response.status}`)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

/** Updates the number of rows in the status line of a list; the line of the search shows the total instead. */
function writeCount(list: Element, hasMore: boolean): void {
  const status = list.closest('main')?.querySelector<HTMLElement>('#list-status')
  if (!status) return
  const [, search = ''] = /( for ".*")$/s.exec(status.textContent ?? '') ?? []
  const shown = hasMore ? ' shown' : ''
  const count = `${formatNumber(list.children.length)} ${status.dataset['plural']}${shown}${search}`
  status.replaceChildren(...storedText(count))
}
