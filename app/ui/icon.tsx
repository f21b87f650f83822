import type { IconName } from './icon-sprite.tsx'

/** A decorative icon; the text beside it, or the label of its button, has the same meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )
}

/**
 * The icon of a kind. It is drawn where it is used, so that documents do not grow with the number of kinds.
 *
 * @param path on 24 by 24 units: `icon` of the kind
 */
export function KindIcon({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
