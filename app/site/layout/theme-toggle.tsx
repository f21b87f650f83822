import { useEffect } from 'react'
import { followOtherTabs, toggleTheme } from '#app/browser/theme.ts'
import { Icon } from '#app/ui/icon.tsx'

export function ThemeToggle() {
  useEffect(followOtherTabs, [])
  return (
    <button
      type="button"
      className="icon-button theme-toggle"
      aria-label="Switch between light and dark"
      onClick={toggleTheme}
    >
      <Icon name="theme" />
    </button>
  )
}
