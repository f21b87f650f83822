import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { latinKey } from '#app/admin/latin-key.ts'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { actsOf, type BulkAct } from '#domain/admin/bulk-acts.ts'
import { ACTS, BULK } from '#domain/admin/bulk-messages.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'

interface ActMenuProps {
  tab: AdminTab
  isDisabled: boolean
  onAct: (act: BulkAct) => void
}

/**
 * A button with a menu of acts. Arrow keys move the focus, a letter moves it to the next act that begins with it; Enter,
 * Space or a click opens the preview of an act. Source: WAI-ARIA Authoring Practices, menu button
 */
export function ActMenu({ tab, isDisabled, onAct }: ActMenuProps) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const acts = actsOf(tab)

  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  function focus(at: number) {
    const all = items()
    all.at(at % all.length)?.focus()
  }
  function close() {
    setIsOpen(false)
    button.current?.focus()
  }
  useEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
  }, [isOpen])

  function press(event: KeyboardEvent) {
    const at = items().indexOf(document.activeElement as HTMLElement)
    const commands: Record<string, () => void> = {
      ArrowDown: () => (isOpen ? focus(at + 1) : setIsOpen(true)),
      ArrowUp: () => (isOpen ? focus(at - 1) : setIsOpen(true)),
      ...(isOpen && { Home: () => focus(0), End: () => focus(-1), Escape: close }),
    }
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    const initial = isOpen && !hasModifier ? nextWithInitial(items(), at, latinKey(event)) : undefined
    const command = commands[event.key] ?? (initial && (() => initial.focus()))
    if (event.key === 'Tab') setIsOpen(false)
    if (!command) return
    event.preventDefault()
    event.stopPropagation()
    command()
  }

  return (
    <div ref={root} className="act-menu">
      <button
        ref={button}
        type="button"
        className="button"
        disabled={isDisabled}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onKeyDown={press}
        onClick={() => setIsOpen(!isOpen)}
      >
        {BULK.menu}
        <AdminIcon name="up" />
      </button>
      {isOpen && (
        <div
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={BULK.menuLabel}
          onKeyDown={press}
          onBlur={({ relatedTarget }) => !root.current?.contains(relatedTarget) && setIsOpen(false)}
        >
          {acts.map((act) => (
            <button
              key={act}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={act === 'delete' ? 'danger' : undefined}
              onClick={() => {
                close()
                onAct(act)
              }}
            >
              {ACTS[act].item}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** @returns the item after the one at a place that begins with a letter, from the first one again after the last */
function nextWithInitial(items: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key.length !== 1) return undefined
  const following = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return following.find(({ textContent }) => textContent.toLowerCase().startsWith(key.toLowerCase()))
}
