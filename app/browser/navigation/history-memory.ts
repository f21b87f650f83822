import type { Page } from './page-document.ts'

/** A page that the visitor has left, with its state: what was typed, loaded, unfolded and focused. */
export interface LeftPage extends Page {
  focused: HTMLElement | null
  /** Radio buttons of another page with the same name uncheck those of this one. */
  checked: HTMLInputElement[]
  /** Must be called before the page is swapped in again; see `noteLayout`. */
  prepareLayout: () => boolean
  /** Restores its scroll position; see `noteScroll`. */
  scrollBack: () => void
}

/** Number of pages that are cached for going back and forward; the page that was left longest ago is evicted first. */
const MEMORY_SIZE = 10

const pages = new Map<string, LeftPage>()

/** @param key of the history entry */
export function rememberPage(key: string, page: LeftPage): void {
  pages.delete(key)
  pages.set(key, page)
  const oldest = pages.keys().next()
  if (pages.size > MEMORY_SIZE && !oldest.done) pages.delete(oldest.value)
}

export function leftPage(key: string): LeftPage | undefined {
  return pages.get(key)
}
