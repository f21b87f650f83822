import { giveUpOtherThan, showFailure } from './failure-bar.ts'
import { focusHeading, sameControl } from './focus.ts'
import { leftPage, rememberPage, type LeftPage } from './history-memory.ts'
import { fetchPage, isPageAddress, readPage, Unreachable, type PageDocument } from './page-document.ts'
import { announcePending } from './pending-page.ts'
import { prefetch, takePage } from './prefetch.ts'
import { beginProgress, endProgress } from './progress.ts'
import { showPage } from './show-page.ts'

/**
 * Swaps pages instead of building a whole new document: a navigation to another page of this site waits until the next
 * document is there, and then exchanges the main element, the title and the metadata. Links and forms work without this.
 * Whatever is unusual becomes an ordinary navigation of the browser, which the service worker guards.
 * Source: HTML Standard, Navigation API.
 */

/** Marks the navigations that this script starts itself, with the page that has arrived. */
interface Arrived {
  page: PageDocument
}

/** Devices with less memory, in gigabytes, are left to the browser's own navigations. */
const MEMORY_MIN_GB = 1

let visit: AbortController | null = null

/** The next navigation belongs to the browser. */
let isLeftToBrowser = false

/** @returns whether this browser can swap pages at all */
export function canSwap(): boolean {
  const { deviceMemory = MEMORY_MIN_GB } = navigator as { deviceMemory?: number }
  return 'navigation' in window && deviceMemory >= MEMORY_MIN_GB
}

export function startSwapping(): void {
  navigation.addEventListener('navigate', (event) => {
    const url = new URL(event.destination.url)
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData) return
    if (!isPageAddress(url) || event.navigationType === 'reload') return
    const arrived = event.info as Arrived | undefined
    if (arrived?.page) return swapTo(event, arrived.page)
    if (isLeftToBrowser) {
      isLeftToBrowser = false
      return
    }
    if (event.navigationType === 'traverse') return traverse(event)
    // The address alone is exchanged, by history.replaceState.
    if (event.destination.sameDocument || !event.cancelable) return
    event.preventDefault()
    void open(url, event.navigationType === 'replace' ? 'replace' : 'push')
  })
  document.addEventListener('submit', submitForm)
}

/** A form that asks for a page is taken before the browser schedules its navigation, which could not be called off. */
function submitForm(event: SubmitEvent): void {
  const form = event.target instanceof HTMLFormElement ? event.target : null
  if (!form || event.defaultPrevented || form.method !== 'get' || form.target) return
  const url = new URL(form.action)
  for (const [name, value] of new FormData(form, event.submitter)) {
    url.searchParams.append(name, typeof value === 'string' ? value : value.name)
  }
  if (!isPageAddress(url)) return
  event.preventDefault()
  // The same question again stays at the same entry of the history.
  void open(url, url.href === location.href ? 'replace' : 'push')
}

/** Goes to the page of a tap that came before this script. */
export function openEarly({ url, response }: { url: string; response: Promise<Response> }): Promise<void> {
  void prefetch({ href: url }, response)
  return open(new URL(url), 'push')
}

/** Goes to a page; the address changes when the page has arrived. */
async function open(url: URL, history: 'push' | 'replace'): Promise<void> {
  visit?.abort()
  const mine = (visit = new AbortController())
  giveUpOtherThan(url)
  beginProgress()
  const putBack = announcePending(url)
  try {
    const page = await takePage(url.href.split('#', 1)[0] ?? '', mine.signal)
    if (mine.signal.aborted) return putBack()
    putBack()
    const { finished } = navigation.navigate(page.url + url.hash, { history, info: { page } satisfies Arrived })
    await finished
  } catch (error) {
    putBack()
    if (mine.signal.aborted) return
    // Without a network the service worker has more to offer than a line; without a worker the page on screen stays.
    const answersOffline = !navigator.onLine && navigator.serviceWorker?.controller
    if (error instanceof Unreachable && !answersOffline) showFailure(url, () => open(url, history))
    else leaveToBrowser(url, history)
  } finally {
    if (visit === mine) {
      visit = null
      endProgress()
    }
  }
}

function leaveToBrowser(url: URL, history: 'push' | 'replace'): void {
  isLeftToBrowser = true
  if (history === 'replace') location.replace(url)
  else location.assign(url)
}

/** Shows a newer document of the page that is on screen, in place. */
export function replacePage(html: string): void {
  try {
    const page = readPage(html, location.href)
    showPage(page.main, page.document.title, page.document)
    announceShown()
  } catch {
    location.reload()
  }
}

function swapTo(event: NavigateEvent, page: PageDocument): void {
  const from = { pathname: location.pathname, focused: document.activeElement }
  remember()
  event.intercept({
    focusReset: 'manual',
    scroll: 'manual',
    handler: () => {
      showPage(page.main, page.document.title, page.document)
      const control = from.pathname === location.pathname ? sameControl(inMain(from.focused)) : null
      if (control) control.focus({ preventScroll: true })
      else {
        event.scroll()
        focusHeading()
      }
      announceShown()
      return Promise.resolve()
    },
  })
}

/** Back and forward between pages that were swapped: as they were left, or fetched again. */
function traverse(event: NavigateEvent): void {
  if (!event.destination.sameDocument) return
  visit?.abort()
  endProgress()
  remember()
  const left = leftPage(event.destination.key)
  event.intercept({
    focusReset: 'manual',
    scroll: 'manual',
    handler: async () => {
      if (left) showAsLeft(left)
      else if (!(await showFetched(event))) return
      event.scroll()
      announceShown()
    },
  })
}

function showAsLeft({ main, title, focused }: LeftPage): void {
  showPage(main, title, null)
  if (focused?.isConnected) focused.focus({ preventScroll: true })
}

async function showFetched({ destination, signal }: NavigateEvent): Promise<boolean> {
  beginProgress()
  try {
    const page = await fetchPage(destination.url, signal)
    showPage(page.main, page.document.title, page.document)
    focusHeading()
    return true
  } catch {
    if (!signal.aborted) location.reload()
    return false
  } finally {
    endProgress()
  }
}

function remember(): void {
  const main = document.querySelector('main')
  const key = navigation.currentEntry?.key
  const focused = document.activeElement
  if (main && key)
    rememberPage(key, {
      url: location.href,
      main,
      title: document.title,
      focused: focused instanceof HTMLElement ? focused : null,
    })
}

function inMain(control: Element | null): Element | null {
  return control?.closest('main') ? control : null
}

/** Every part of the script that looks at the page follows this event: the first page, swapped ones, and those that the browser brings back. */
export function announceShown(): void {
  dispatchEvent(new Event('pageshown'))
}
