import type { IconName } from './icon-sprite.tsx'

/** A decoration: the words beside it, or the label of its button, say the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )
}
