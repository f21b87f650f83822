import { THEME_COLOURS } from '#domain/theme-colours.ts'

/**
 * The reader's choice of light or dark. A stored choice wins; while there is none, the stylesheet follows the system by
 * itself, live. Source: docs/behaviour/public-pages.md#light-and-dark-theme.
 */
export const THEME_KEY = 'theme'

export type Theme = 'light' | 'dark'

/** @returns the theme on screen; it may be a choice that could not be stored */
function shownTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  if (chosen) return chosen === 'dark' ? 'dark' : 'light'
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** @param theme null follows the system */
export function showTheme(theme: Theme | null): void {
  if (theme) document.documentElement.dataset['theme'] = theme
  else delete document.documentElement.dataset['theme']
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.content === THEME_COLOURS.dark ? 'dark' : 'light'
    meta.media = theme ? (own === theme ? 'all' : 'not all') : `(prefers-color-scheme: ${own})`
  }
}

/** Shows the other theme and stores the choice. */
export function toggleTheme(): void {
  const theme: Theme = shownTheme() === 'dark' ? 'light' : 'dark'
  showTheme(theme)
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Storage is not accessible, in a private window for example: the choice then lasts as long as the page.
  }
}
