/** A decoration of 24 by 24 units, stroked. The sprite of the page has only what every page shows. */
export function Drawing({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
