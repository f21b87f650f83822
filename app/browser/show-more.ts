/**
 * Appends the next page of a list, or of search results, below the rows on screen. Without this script it is a separate
 * page.
 */
import { PAGE_PART_TYPE } from '#domain/app-shell.ts'
import { LOADING } from '#domain/messages.ts'
import { formatNumber } from '#domain/numbers.ts'
import { hideFailureLine, showFailureLine } from './failure-line.ts'

export function startShowMore(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-more]') : null
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    event.preventDefault()
    if (!link.hasAttribute('aria-disabled')) void addRows(link)
  })
}

async function addRows(link: HTMLAnchorElement): Promise<void> {
  const container = link.parentElement
  const list = container?.previousElementSibling?.matches('.unreachable')
    ? container.previousElementSibling.previousElementSibling
    : container?.previousElementSibling
  if (!container || !list) return
  const label = link.textContent
  link.setAttribute('aria-disabled', 'true')
  link.textContent = LOADING
  try {
    const response = await fetch(link.href, { headers: { accept: PAGE_PART_TYPE }, cache: 'no-store' })
    if (response.status !== 200) throw new Error(`Status ${response.status}`)
    const nextPage = new DOMParser().parseFromString(await response.text(), 'text/html')
    const known = new Set(Array.from(list.children, (row) => row.getAttribute('data-id')))
    const rows = [...nextPage.querySelectorAll('main li[data-id]')].filter(
      (row) => !known.has(row.getAttribute('data-id')),
    )
    const next = nextPage.querySelector('.show-more')
    hideFailureLine(container)
    list.append(...rows)
    list.setAttribute('data-added', '')
    container.replaceWith(next ?? '')
    writeCount(list.children.length, next?.querySelector('a') !== null)
    rows[0]?.querySelector('a')?.focus({ preventScroll: true })
  } catch (error) {
    console.warn('Further rows could not be read', error)
    link.removeAttribute('aria-disabled')
    link.textContent = label
    showFailureLine(container, () => void addRows(link))
  }
}

/** Updates the number of rows in the status line of a list; the line of the search shows the total instead. */
function writeCount(rows: number, hasMore: boolean): void {
  const status = document.getElementById('list-status')
  if (!status) return
  const [, search = ''] = /( for ".*")$/s.exec(status.textContent ?? '') ?? []
  status.textContent = `${formatNumber(rows)} ${status.dataset['plural']}${hasMore ? ' shown' : ''}${search}`
}
