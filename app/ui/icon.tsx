import type { IconName } from './icon-sprite.tsx'

/** A decorative icon; the text beside it, or the label of its button, has the same meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )
}
