import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { Loaded } from '#app/admin/feedback/loaded.ts'
import { changeProblem, PageProblem } from '#app/admin/feedback/page-problem.tsx'
import { TABLE } from '#domain/admin/messages.ts'
import { formatNumber } from '#domain/numbers.ts'
import { AdminIcon } from './admin-icon.tsx'

interface PageHeadProps {
  label: string
  /** Number of what the page lists, once it is known. */
  total?: number | undefined
  /** What the loader has read, or why it could not. */
  loaded?: Loaded<unknown> | undefined
  /** Further parts of the bar. */
  children?: ReactNode
}

/** The bar with the heading of a page and a button that runs its loaders again, and below it what has failed. */
export function PageHead({ label, total, loaded, children }: PageHeadProps) {
  const { revalidate } = useRevalidator()
  function refresh() {
    changeProblem.set(null)
    void revalidate()
  }
  return (
    <>
      <header className="page-bar">
        <h1 tabIndex={-1}>
          {label} <span className="number">{total === undefined ? '' : formatNumber(total)}</span>
        </h1>
        {children}
        <button type="button" className="button refresh" onClick={refresh}>
          <AdminIcon name="refresh" />
          {TABLE.refresh}
        </button>
      </header>
      <PageProblem loaded={loaded} />
    </>
  )
}
