/** A page that the reader has left, as it was left: with what was typed, loaded, unfolded and focused on it. */
export interface LeftPage {
  url: string
  main: HTMLElement
  title: string
  focused: HTMLElement | null
}

/** Pages that going back and forward shows at once; the one left longest ago makes room. */
const MEMORY_SIZE = 10

const pages = new Map<string, LeftPage>()

/** @param key of the entry of the history */
export function rememberPage(key: string, page: LeftPage): void {
  pages.delete(key)
  pages.set(key, page)
  const oldest = pages.keys().next()
  if (pages.size > MEMORY_SIZE && !oldest.done) pages.delete(oldest.value)
}

export function leftPage(key: string): LeftPage | undefined {
  return pages.get(key)
}
