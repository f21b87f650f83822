import { focusHeading } from '#app/browser/navigation/focus.ts'

/** The focused element with all that it is in, each with its place among its siblings. */
type Path = readonly { element: Element; place: number }[]

/**
 * Moves the focus when the element that has it disappears, such as the button of a row that is gone: to what has taken the
 * place of the row, or else to the heading of the page. Without that it is lost, and Tab begins at the top of the page.
 * Pages that know a better place move the focus themselves, in the same commit.
 *
 * @returns a function that ends it
 */
export function keepFocus(): () => void {
  let path: Path = []
  const entered = ({ target }: FocusEvent) => {
    if (target instanceof Element) path = pathOf(target)
  }
  const left = ({ target, relatedTarget }: FocusEvent) => {
    // Browsers report a removed element as left, too, while it is still there.
    if (relatedTarget === null && target instanceof Element) queueMicrotask(() => target.isConnected && (path = []))
  }
  const observer = new MutationObserver(() => {
    const [focused] = path
    if (!focused || focused.element.isConnected || document.activeElement !== document.body) return
    const gone = path
    path = []
    if (!focusSuccessor(gone)) focusHeading()
  })
  document.addEventListener('focusin', entered)
  document.addEventListener('focusout', left)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', entered)
    document.removeEventListener('focusout', left)
    observer.disconnect()
  }
}

function pathOf(element: Element): Path {
  const path: { element: Element; place: number }[] = []
  for (let each: Element | null = element; each; each = each.parentElement)
    path.push({ element: each, place: each.parentElement ? [...each.parentElement.children].indexOf(each) : 0 })
  return path
}

/** Only an item of a list has a successor. It gets the focus itself: a key that is pressed again must not act on it. */
function focusSuccessor(path: Path): boolean {
  const item = path.findLast(({ element }) => !element.isConnected)
  const list = item && path[path.indexOf(item) + 1]?.element
  if (!item || !list?.matches('ul, ol, tbody')) return false
  const successor = list.children[item.place] ?? list.lastElementChild
  if (!(successor instanceof HTMLElement)) return false
  if (!successor.hasAttribute('tabindex')) successor.tabIndex = -1
  successor.focus({ preventScroll: true })
  return document.activeElement === successor
}
