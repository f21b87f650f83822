import { showTheme, THEME_KEY, type Theme } from './theme.ts'

/**
 * Applies a choice that is made in another tab to this page.
 *
 * @returns a function that stops this
 */
export function followOtherTabs(): () => void {
  function follow({ key }: StorageEvent) {
    if (key === THEME_KEY || key === null) showTheme(storedTheme())
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

function storedTheme(): Theme | null {
  try {
    const stored = localStorage.getItem(THEME_KEY)
    return stored ? (stored === 'dark' ? 'dark' : 'light') : null
  } catch {
    return null
  }
}
