import { useRef, useState, type ReactNode } from 'react'
import { useBottomBar } from '#app/admin/layout/use-bottom-bar.ts'
import { BULK } from '#domain/admin/bulk-messages.ts'
import { SELECTION } from '#domain/admin/messages.ts'

/** Which items of a list are selected. Those that are not listed any more do not count. */
interface Selection<Item> {
  selected: readonly Item[]
  isSelected: (item: Item) => boolean
  toggle: (item: Item) => void
  selectAll: () => void
  clear: () => void
}

/** @param key returns what tells an item from all others */
export function useSelectedItems<Item>(items: readonly Item[], key: (item: Item) => number): Selection<Item> {
  const [keys, setKeys] = useState<ReadonlySet<number>>(new Set())
  return {
    selected: items.filter((item) => keys.has(key(item))),
    isSelected: (item) => keys.has(key(item)),
    toggle(item) {
      const after = new Set(keys)
      if (!after.delete(key(item))) after.add(key(item))
      setKeys(after)
    },
    selectAll: () => setKeys(new Set(items.map(key))),
    clear: () => setKeys(new Set()),
  }
}

interface SelectedItemsBarProps extends Pick<Selection<unknown>, 'selected' | 'selectAll' | 'clear'> {
  /** The buttons that do something with the selected items. */
  children: ReactNode
}

/** The bar of the selected items, as long as there are some. */
export function SelectedItemsBar(props: SelectedItemsBarProps) {
  return props.selected.length > 0 && <OpenBar {...props} />
}

function OpenBar({ selected, selectAll, clear, children }: SelectedItemsBarProps) {
  const bar = useRef<HTMLElement>(null)
  useBottomBar(bar)
  return (
    <section ref={bar} className="bulk-bar" aria-label={SELECTION.label}>
      <strong>{SELECTION.count(selected.length)}</strong>
      {children}
      <button type="button" className="button quiet" onClick={selectAll}>
        {SELECTION.all}
      </button>
      <button type="button" className="button quiet" onClick={clear}>
        {BULK.clear}
      </button>
    </section>
  )
}
