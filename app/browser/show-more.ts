/** Adds the next page of a list, or of search results, below the rows that are there; without this it is a page of its own. */
import { LIST } from '#domain/messages.ts'
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
  const place = link.parentElement
  const list = place?.previousElementSibling?.matches('.unreachable')
    ? place.previousElementSibling.previousElementSibling
    : place?.previousElementSibling
  if (!place || !list) return
  const label = link.textContent
  link.setAttribute('aria-disabled', 'true')
  link.textContent = LIST.loading
  try {
    const response = await fetch(link.href, { headers: { accept: 'text/html' }, cache: 'no-store' })
    if (response.status !== 200) throw new Error(`Status ${response.status}`)
    const answer = new DOMParser().parseFromString(await response.text(), 'text/html')
    const known = new Set(Array.from(list.children, (row) => row.getAttribute('data-id')))
    const rows = [...answer.querySelectorAll('main li[data-id]')].filter(
      (row) => !known.has(row.getAttribute('data-id')),
    )
    const next = answer.querySelector('.show-more')
    hideFailureLine(place)
    list.append(...rows)
    list.setAttribute('data-added', '')
    place.replaceWith(next ?? '')
    writeCount(list.children.length, next?.querySelector('a') !== null)
    rows[0]?.querySelector('a')?.focus({ preventScroll: true })
  } catch (error) {
    console.warn('Further rows could not be read', error)
    link.removeAttribute('aria-disabled')
    link.textContent = label
    showFailureLine(place, () => void addRows(link))
  }
}

/** The status line of a list says how many rows are shown; that of the search counts all of them by itself. */
function writeCount(rows: number, hasMore: boolean): void {
  const status = document.getElementById('list-status')
  if (!status) return
  const [, search = ''] = /( for ".*")$/s.exec(status.textContent ?? '') ?? []
  status.textContent = `${formatNumber(rows)} ${status.dataset['plural']}${hasMore ? ' shown' : ''}${search}`
}
