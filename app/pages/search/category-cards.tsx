import { PathIcon } from '#app/ui/icon.tsx'
import { CONTENT_KINDS } from '#domain/content/registry.ts'

/** Links to all lists. */
export function CategoryCards() {
  return (
    <section className="search-block" aria-labelledby="categories">
      <h2 id="categories">Browse by category</h2>
      <ul className="category-cards">
        {CONTENT_KINDS.map(({ table, icon, label, lede, listPath }) => (
          <li key={table}>
            <PathIcon path={icon} />
            <div>
              <h3>
                <a href={listPath}>{label}</a>
              </h3>
              <p>{lede}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
