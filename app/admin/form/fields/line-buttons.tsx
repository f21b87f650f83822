import { Icon } from '#app/ui/icon.tsx'

interface LineButtonsProps {
  /** Name of the line for screen readers: 'Selection process, line 2'. */
  name: string
  index: number
  count: number
  move: (index: number, step: -1 | 1) => void
  remove: (index: number) => void
}

/** Buttons for pointer users. Keys do the same inside the line, so the buttons are not in the tab order. */
export function LineButtons({ name, index, count, move, remove }: LineButtonsProps) {
  return (
    <span className="line-buttons">
      <button
        type="button"
        className="icon-button up"
        tabIndex={-1}
        disabled={index === 0}
        aria-label={`Move up: ${name}`}
        onClick={() => move(index, -1)}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        className="icon-button"
        tabIndex={-1}
        disabled={index === count - 1}
        aria-label={`Move down: ${name}`}
        onClick={() => move(index, 1)}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        className="icon-button"
        tabIndex={-1}
        aria-label={`Remove: ${name}`}
        onClick={() => remove(index)}
      >
        <Icon name="cross" />
      </button>
    </span>
  )
}
