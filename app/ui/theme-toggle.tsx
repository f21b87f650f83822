import { Icon } from './icon.tsx'

/** On public pages a script handles the click; the admin passes a handler. */
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
