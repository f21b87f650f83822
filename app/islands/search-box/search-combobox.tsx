import { useEffect, useEffectEvent, useState } from 'react'
import { isSearchable, searchText } from '#domain/search-text.ts'
import { typedSearch } from '#app/browser/search-field.ts'
import { countOptions } from './dropdown-results.ts'
import { LIST_ID, optionId, SearchDropdown } from './search-dropdown.tsx'
import { useDropdown } from './use-dropdown.ts'
import { useTypedText } from './use-typed-text.ts'

interface SearchComboboxProps {
  field: HTMLInputElement
  /** The search landmark that holds the field and the list. */
  box: HTMLElement
}

const NONE = -1

/**
 * Makes a combobox of the search field: the field keeps the focus, the arrow keys move a highlight through the options.
 * The field belongs to a form that works without this, so listeners and attributes are added to it from outside.
 * Source: ARIA Authoring Practices, Combobox.
 */
export function SearchCombobox({ field, box }: SearchComboboxProps) {
  const [isOpen, setIsOpen] = useState(() => document.activeElement === field)
  const text = searchText(useTypedText(field))
  const { results, isPending, hasFailed } = useDropdown(isSearchable(text) ? text : '', isOpen)
  const [highlight, setHighlight] = useState({ option: NONE, results })
  const shown = results ? countOptions(results) : 0
  const isExpanded = isOpen && shown > 0
  // While a search is pending, keys must not open a result of an earlier text.
  const options = isPending ? 0 : shown
  const highlighted = isOpen && options > 0 && highlight.results === results ? highlight.option : NONE

  function shut() {
    setIsOpen(false)
    setHighlight({ option: NONE, results })
  }
  const open = useEffectEvent(() => setIsOpen(true))
  const close = useEffectEvent(() => isOpen && shut())
  const type = useEffectEvent(() => {
    setHighlight({ option: NONE, results })
    if (field.value.trim()) setIsOpen(true)
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    // While an input method composes, its keys are ignored; browsers without `isComposing` send the code 229.
    if (event.isComposing || event.keyCode === 229 || isModified(event)) return
    if (event.key === 'Escape' && isOpen) shut()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setIsOpen(true)
      // The position before the first option and after the last one is the field itself.
      const positions = options + 1
      const step = event.key === 'ArrowDown' ? 1 : positions - 1
      setHighlight({ option: ((highlighted + 1 + step) % positions) - 1, results })
    } else if (event.key === 'Enter' && highlighted !== NONE) document.getElementById(optionId(highlighted))?.click()
    else return
    event.preventDefault()
  })

  const leave = useEffectEvent(({ key, target }: KeyboardEvent) => {
    if (key !== 'Escape' || target === field || !isOpen) return
    // Focusing the field opens the list.
    field.focus()
    shut()
  })

  useEffect(() => {
    const listeners = new AbortController()
    const leaves = (target: EventTarget | null) => !(target instanceof Node && box.contains(target))
    field.addEventListener('focus', () => open(), listeners)
    field.addEventListener('click', () => open(), listeners)
    field.addEventListener('input', () => type(), listeners)
    field.addEventListener('keydown', (event) => press(event), listeners)
    // Pressing an option must not take the focus from the field: that would close the list before the click.
    box.addEventListener('mousedown', (event) => event.target !== field && event.preventDefault(), listeners)
    box.addEventListener('keydown', (event) => leave(event), listeners)
    box.addEventListener('submit', () => close(), listeners)
    box.addEventListener('focusout', ({ relatedTarget }) => leaves(relatedTarget) && close(), listeners)
    document.addEventListener('pointerdown', ({ target }) => leaves(target) && close(), listeners)
    addEventListener('pageshown', () => typedSearch.isNew || close(), listeners)
    return () => listeners.abort()
  }, [field, box])

  useEffect(() => {
    field.setAttribute('aria-expanded', String(isExpanded))
    // The list exists only while it is open.
    if (isExpanded) field.setAttribute('aria-controls', LIST_ID)
    else field.removeAttribute('aria-controls')
    field.removeAttribute('aria-activedescendant')
    if (highlighted === NONE) return
    field.setAttribute('aria-activedescendant', optionId(highlighted))
    reveal(document.getElementById(optionId(highlighted)))
  }, [field, isExpanded, highlighted])

  return (
    <SearchDropdown
      isOpen={isOpen}
      text={text}
      results={results}
      isPending={isPending}
      hasFailed={hasFailed}
      highlighted={highlighted}
      onChoose={shut}
    />
  )
}

function isModified({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey
}

/** Scrolls the list, not the page, so that an option is visible, the first one with its heading. */
function reveal(option: HTMLElement | null): void {
  const list = option?.closest<HTMLElement>('[role="listbox"]')
  if (!option || !list) return
  const [box, view] = [option.getBoundingClientRect(), list.getBoundingClientRect()]
  if (option.id === optionId(0)) list.scrollTop = 0
  else if (box.top < view.top) list.scrollTop -= Math.ceil(view.top - box.top)
  else if (box.bottom > view.bottom) list.scrollTop += Math.ceil(box.bottom - view.bottom)
}
