import { formatNumber } from '#domain/numbers.ts'
import type { Vacancy } from '#domain/vacancies.ts'
import { StoredText } from './stored-text.tsx'

/** Posts with their eligibility and numbers; empty columns are left out. */
export function VacancyTable({ posts, total }: { posts: readonly Vacancy[]; total: number | null }) {
  const hasNumbers = posts.some((post) => post.posts !== null)
  const hasEligibility = posts.some((post) => post.eligibility !== null)
  return (
    <table className="facts-table stacked vacancies" aria-label="Vacancies by post">
      <thead>
        <tr>
          <th scope="col">Post</th>
          {hasEligibility && <th scope="col">Eligibility</th>}
          {hasNumbers && <th scope="col">Posts</th>}
        </tr>
      </thead>
      <tbody>
        {posts.map((post, position) => (
          <tr key={position}>
            <th scope="row">
              <StoredText text={post.name} />
            </th>
            {hasEligibility && (
              <td>
                <StoredText text={post.eligibility ?? ''} />
              </td>
            )}
            {hasNumbers && <td className="number">{post.posts === null ? '' : formatNumber(post.posts)}</td>}
          </tr>
        ))}
      </tbody>
      {hasNumbers && posts.length > 1 && total !== null && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={hasEligibility ? 2 : 1}>
              Total
            </th>
            <td className="number">{formatNumber(total)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
