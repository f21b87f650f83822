import { SKELETON_TILES } from '#domain/limits.ts'

/** Placeholders of the size of list cards. The words for them are in the list's status line. */
export function Skeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: SKELETON_TILES }, (_, tile) => (
        <div key={tile} className="skeleton-tile">
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
