import { useEffect } from 'react'
import { Icon } from './icon.tsx'

interface ThemeToggleProps {
  /** Shows the other theme. */
  toggle: () => void
  /** Keeps in step with a choice made elsewhere; what it returns stops that. */
  follow: () => () => void
}

export function ThemeToggle({ toggle, follow }: ThemeToggleProps) {
  useEffect(follow, [follow])
  return (
    <button
      type="button"
      className="icon-button theme-toggle"
      aria-label="Switch between light and dark"
      onClick={toggle}
    >
      <Icon name="theme" />
    </button>
  )
}
