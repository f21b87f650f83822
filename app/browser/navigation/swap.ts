import { cancelOtherRetry, onPageInput, showFailure } from './failure-bar.ts'
import { focusHeading, sameControl } from './focus.ts'
import { leftPage, rememberPage, type LeftPage } from './history-memory.ts'
import { fetchPage, isPageAddress, pageIn, readPage, Unreachable, type FetchedPage } from './page-document.ts'
import { announcePending } from './pending-page.ts'
import { takePage } from './prefetch.ts'
import { beginProgress, endProgress } from './progress.ts'
import { showPage } from './show-page.ts'
import { noteLayout, noteScroll, setTopFirst } from './top-first.ts'
import { isOnPage, isPlaceholder } from '#app/browser/shown-page.ts'
import { typedSearch } from '#app/browser/search-field.ts'
import { nextFrame } from '#app/browser/when-idle.ts'

/**
 * Swaps pages instead of loading a whole new document: a navigation to another page of this site fetches the next
 * document, and then replaces the main element, the title and the metadata. Links and forms work without this script.
 * Unusual responses become an ordinary navigation of the browser, which the service worker handles.
 * Source: HTML Standard, Navigation API.
 */

/** Info of the navigations that this script starts itself, with the page that was fetched. */
interface FetchedInfo {
  page: FetchedPage
}

/** Pages are swapped only on devices with at least this memory, in gigabytes. */
const MEMORY_MIN_GB = 1

let inFlight: AbortController | null = null

/** What had the focus when the navigation began. */
let focusedBefore: Element | null = null

/** Whether the next navigation is left to the browser, which loads a whole document. */
let isLeftToBrowser = false

/** Whether the swapped page on screen still has to be announced, which happens after its first frame. */
let isToAnnounce = false

/** Whether the page of the address is still fetched, after Back: the page on screen is that of another history entry. */
let isAwaited = false

/** What gets the focus then: the element that had it when the page was left. */
let toFocus: HTMLElement | null = null

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
    const fetched = event.info as FetchedInfo | undefined
    if (fetched?.page) return swapTo(event, fetched.page)
    if (isLeftToBrowser) {
      isLeftToBrowser = false
      return
    }
    if (event.navigationType === 'traverse') return traverse(event)
    // history.replaceState changes only the address.
    if (event.destination.sameDocument || !event.cancelable) return
    event.preventDefault()
    void open(url, event.navigationType === 'replace' ? 'replace' : 'push')
  })
  // On the window, after the listeners of forms that stay on their page.
  addEventListener('submit', submitForm)
  addEventListener('pagehide', announceSwapped)
}

/** Intercepts a GET form before the browser schedules its navigation, which could not be cancelled later. */
function submitForm(event: SubmitEvent): void {
  const form = event.target instanceof HTMLFormElement ? event.target : null
  if (!form || event.defaultPrevented || form.method !== 'get' || form.target) return
  const url = new URL(form.action)
  // Forms that are sent by GET have no fields for files. The server would redirect an address with empty values.
  const values = ([...new FormData(form, event.submitter)] as string[][]).filter(([, value]) => value)
  url.search = String(new URLSearchParams(values))
  if (!isPageAddress(url)) return
  event.preventDefault()
  // When the address stays the same, the history entry is replaced.
  void open(url, url.href === location.href ? 'replace' : 'push')
}

/** Opens the page of a link that was tapped before this script ran, unless another page is being opened meanwhile. */
export function openEarly(url: string): void {
  if (!inFlight) void open(new URL(url), 'push')
}

/**
 * Navigates to a page; the address changes when the page has been fetched.
 *
 * @param isRetry after a failure, by itself: the visitor reads on, so no placeholders announce the page
 */
async function open(url: URL, history: 'push' | 'replace', isRetry = false): Promise<void> {
  inFlight?.abort()
  // What the visitor has done since the first attempt counts.
  if (!isRetry) noteBegin()
  const controller = (inFlight = new AbortController())
  const { signal } = controller
  cancelOtherRetry(url)
  const endOwnProgress = beginProgress()
  const endPending = isRetry ? () => {} : announcePending(url, remember)
  // Before another navigation announces its page, the one on screen is back.
  signal.addEventListener('abort', () => endPending(false))
  if (isRetry) onPageInput(() => controller.abort(), { signal })
  try {
    const page = await takePage(url.href.split('#', 1)[0] ?? '', signal)
    if (signal.aborted) return
    endPending(true)
    const { finished } = navigation.navigate(page.url + url.hash, { history, info: { page } satisfies FetchedInfo })
    await finished
  } catch (error) {
    if (signal.aborted) return
    endPending(false)
    // Offline, the service worker can show a saved copy or the offline document; without one the page on screen stays.
    const offlineFallback = !navigator.onLine && navigator.serviceWorker?.controller
    if (error instanceof Unreachable && !offlineFallback) showFailure(url, (isRetry) => open(url, history, isRetry))
    else leaveToBrowser(url, history)
  } finally {
    if (inFlight === controller) inFlight = null
    endOwnProgress()
  }
}

function noteBegin(): void {
  typedSearch.isNew = false
  focusedBefore = document.activeElement
}

function leaveToBrowser(url: URL, history: 'push' | 'replace'): void {
  isLeftToBrowser = true
  location[history === 'replace' ? 'replace' : 'assign'](url)
}

/** Replaces the page on screen with a newer document of the same address. */
export function replacePage(html: string): void {
  try {
    const page = readPage(html, location.href)
    showPage(page, true)
    announceShown()
  } catch {
    location.reload()
  }
}

function swapTo(event: NavigateEvent, page: FetchedPage): void {
  const from = { pathname: location.pathname, focused: document.activeElement }
  remember()
  event.intercept({
    focusReset: 'manual',
    scroll: 'manual',
    handler: () => {
      showPage(page, event.navigationType === 'replace')
      setTopFirst(from.pathname !== location.pathname && !location.hash)
      const control = from.pathname === location.pathname ? sameControl(inMain(from.focused)) : null
      if (control) control.focus({ preventScroll: true })
      else {
        event.scroll()
        focusPage()
      }
      announceAfterFrame()
      return Promise.resolve()
    },
  })
}

/** Goes back or forward between swapped pages: restores the cached page, or fetches it again. */
function traverse(event: NavigateEvent): void {
  if (!event.destination.sameDocument) return
  inFlight?.abort()
  noteBegin()
  endProgress()
  remember()
  const left = leftPage(event.destination.key)
  event.intercept({
    focusReset: 'manual',
    scroll: 'manual',
    handler: async () => {
      if (left) showAsLeft(left)
      else if (await showFetched(event)) event.scroll()
      else return
      announceAfterFrame()
    },
  })
}

function showAsLeft(left: LeftPage): void {
  const { focused, checked, prepareLayout } = left
  toFocus = focused
  // Called before the page is shown, when reading the width of the window needs no new layout.
  const isKnown = prepareLayout()
  showPage(left)
  for (const box of checked) box.checked = true
  setTopFirst(isKnown, true)
  left.scrollBack()
}

async function showFetched({ destination, signal }: NavigateEvent): Promise<boolean> {
  const endOwnProgress = beginProgress()
  isAwaited = true
  try {
    const page = await fetchPage(destination.url, { signal })
    showPage(page)
    focusPage()
    return true
  } catch {
    if (!signal.aborted) location.reload()
    return false
  } finally {
    endOwnProgress()
  }
}

/** Focuses the heading of a new page, unless the visitor has begun to use a field or the header since the navigation began. */
function focusPage(): void {
  const { activeElement } = document
  if (typedSearch.isNew || (activeElement !== focusedBefore && activeElement?.closest('input,.site-header'))) return
  focusHeading()
}

/** Remembers the page on screen for Back, unless it has been remembered already: behind a placeholder, or under its own entry. */
function remember(): void {
  announceSwapped()
  const page = pageIn(document)
  const key = navigation.currentEntry?.key
  if (page && key && !isAwaited && !isPlaceholder(page.main))
    rememberPage(key, {
      ...page,
      focused: document.querySelector<HTMLElement>(':focus'),
      checked: [...page.main.querySelectorAll<HTMLInputElement>('input:checked')],
      prepareLayout: noteLayout(page.main),
      scrollBack: noteScroll(),
    })
}

function inMain(control: Element | null): Element | null {
  return control?.closest('main') ? control : null
}

/**
 * Returns the focus after Back, and dispatches `pageshown`, which every part of the script handles: for the first page,
 * for swapped pages, and for pages from the back-forward cache.
 */
export function announceShown(): void {
  isToAnnounce = isAwaited = false
  if (toFocus && isOnPage(toFocus)) toFocus.focus({ preventScroll: true })
  toFocus = null
  dispatchEvent(new Event('pageshown'))
}

/**
 * Announces a page when its first frame is on screen, which the beginning of the second one shows: on a slow phone the
 * focus and the handlers of `pageshown` take 20 to 40 ms, and a processor with few cores draws meanwhile.
 */
function announceAfterFrame(): void {
  isToAnnounce = true
  void nextFrame().then(nextFrame).then(announceSwapped)
}

/** Announces a swapped page after its first frame, or earlier when the visitor leaves it: otherwise the view would not be counted. */
function announceSwapped(): void {
  if (isToAnnounce) announceShown()
}
