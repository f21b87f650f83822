import { useRevalidator } from 'react-router'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { TABLE } from '#domain/admin/messages.ts'
import { changeProblem } from './page-problem.tsx'

/** Runs the loaders of the page again. */
export function RefreshButton() {
  const { revalidate } = useRevalidator()
  return (
    <button
      type="button"
      className="button refresh"
      onClick={() => {
        changeProblem.set(null)
        void revalidate()
      }}
    >
      <AdminIcon name="refresh" />
      {TABLE.refresh}
    </button>
  )
}
