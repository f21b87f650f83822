import type { AdminTab } from '#domain/admin/tabs.ts'
import { SKELETON_TILES } from '#domain/limits.ts'
import { LOADING } from '#domain/messages.ts'

/** A tab while its first rows are loading; without fields, so that nobody types before they work. */
export function TablePlaceholder({ tab }: { tab: AdminTab }) {
  return (
    <>
      <header className="page-bar">
        <h1 tabIndex={-1}>{tab.label}</h1>
      </header>
      <div className="table-area">
        <table className="data-table" aria-busy="true">
          <tbody>
            <PlaceholderRows columns={1} />
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Placeholders of the same size as the rows that replace them. */
export function PlaceholderRows({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_TILES }, (_, index) => (
    <tr key={index} className="placeholder" aria-hidden="true">
      <td colSpan={columns}>{LOADING}</td>
    </tr>
  ))
}
