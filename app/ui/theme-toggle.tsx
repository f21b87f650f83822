import { Icon } from './icon.tsx'

/** On public pages the one script of the page listens to it; the back office hands in what a click does. */
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
