import { Icon } from '#app/ui/icon.tsx'

interface LineButtonsProps {
  /** What the line is called: 'Selection process, line 2'. */
  name: string
  place: number
  count: number
  move: (place: number, step: -1 | 1) => void
  remove: (place: number) => void
}

/** For those who point; keys do the same from inside the line, so these are no stops on the way through the form. */
export function LineButtons({ name, place, count, move, remove }: LineButtonsProps) {
  return (
    <span className="line-buttons">
      <button
        type="button"
        className="icon-button up"
        tabIndex={-1}
        disabled={place === 0}
        aria-label={`Move up: ${name}`}
        onClick={() => move(place, -1)}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        className="icon-button"
        tabIndex={-1}
        disabled={place === count - 1}
        aria-label={`Move down: ${name}`}
        onClick={() => move(place, 1)}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        className="icon-button"
        tabIndex={-1}
        aria-label={`Remove: ${name}`}
        onClick={() => remove(place)}
      >
        <Icon name="cross" />
      </button>
    </span>
  )
}
