import { Icon } from './icon.tsx'

/** @param onClick shows the other theme; public pages leave that to their script */
export function ThemeToggle({ onClick }: { onClick?: () => void }) {
  return (
    <button
      type="button"
      className="icon-button theme-toggle"
      aria-label="Switch between light and dark"
      onClick={onClick}
    >
      <Icon name="theme" />
    </button>
  )
}
