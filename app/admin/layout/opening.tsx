/** Shown in place of a page while the router loads its data. */
export function Opening() {
  return (
    <div className="admin-empty" aria-busy="true">
      <output>Loading...</output>
    </div>
  )
}
