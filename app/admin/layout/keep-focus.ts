import { focusHeading } from '#app/browser/navigation/focus.ts'

/** The focused element with all that it is in, each with its place among its siblings. */
type Path = readonly { element: Element; place: number }[]

/**
 * Moves the focus when the element that has it disappears, such as the button of a row that is gone: to what has taken the
 * place of the row, or else to the heading of the page. A control that was disabled for a while gets it back. Without
 * that it is lost, and Tab begins at the top of the page. Pages that know a better place move the focus themselves, in the
 * same commit.
 *
 * @returns a function that ends it
 */
export function keepFocus(): () => void {
  let path: Path = []
  const entered = ({ target }: FocusEvent) => {
    if (target instanceof Element) path = pathOf(target)
  }
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof Element)) return
    // Browsers report an element that is removed or disabled as left, too; the removed one while it is still there.
    queueMicrotask(() => {
      const isLost = !target.isConnected || target.matches(':disabled')
      // In a window that is left, it has the focus still.
      if (!isLost && document.activeElement !== target) path = []
    })
  }
  const observer = new MutationObserver(() => {
    const [focused] = path
    if (!focused || document.activeElement !== document.body) return
    if (focused.element.isConnected) return focusEnabled(focused.element)
    const gone = path
    path = []
    if (!focusInDialog() && !focusSuccessor(gone)) focusHeading()
  })
  document.addEventListener('focusin', entered)
  document.addEventListener('focusout', left)
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  return () => {
    document.removeEventListener('focusin', entered)
    document.removeEventListener('focusout', left)
    observer.disconnect()
  }
}

/** Focuses a control that was disabled while it had the focus, such as a button while its act runs. */
function focusEnabled(element: Element): void {
  if (element instanceof HTMLElement && !element.matches(':disabled')) element.focus({ preventScroll: true })
}

/** @returns whether a modal dialog is open, outside of which nothing can have the focus */
function focusInDialog(): boolean {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
  const controls = dialog?.querySelectorAll<HTMLElement>('input, select, textarea, button, a[href]') ?? []
  for (const control of controls) {
    control.focus({ preventScroll: true })
    if (document.activeElement === control) break
  }
  return dialog !== undefined
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
