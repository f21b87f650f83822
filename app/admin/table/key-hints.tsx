import type { ReactNode } from 'react'
import { hasQuickLink } from '#domain/admin/columns.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'

interface KeyHintsProps {
  isOn: boolean
  onToggle: () => void
  tab: AdminTab
  children: ReactNode
}

/** The keyboard shortcuts of the table, and the switch that turns single letters off. */
export function KeyHints({ isOn, onToggle, tab, children }: KeyHintsProps) {
  return (
    <footer className="key-hints">
      {isOn && (
        <ul aria-label="Keyboard shortcuts">
          {hintsOf(tab).map(([keys, action]) => (
            <li key={action}>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
              {action}
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="hints-switch" aria-pressed={isOn} onClick={onToggle}>
        Shortcuts
      </button>
      <output>{children}</output>
    </footer>
  )
}

type Hint = [keys: string[], action: string]

function hintsOf({ table, newest }: AdminTab): Hint[] {
  return [
    [['↑', '↓'], 'move'],
    [['Enter'], 'edit'],
    [['n'], 'new'],
    [['/'], 'filter'],
    [['x'], 'select'],
    ...(newest === 'posted_at' ? [[['p'], 'post date'] satisfies Hint] : []),
    ...(hasQuickLink(table) ? [[['q'], 'quick link'] satisfies Hint] : []),
    [['Del'], 'delete'],
    [['Ctrl+Z'], 'undo'],
    [['Esc'], 'close'],
  ]
}
