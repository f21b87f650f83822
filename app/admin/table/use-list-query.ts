import { useMemo } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { readListQuery, writeListQuery, type ListQuery } from '#domain/admin/list-query.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'

/**
 * The query of a table is in its address, so that it survives a reload and the return from the form. While rows are
 * loading, the query is that of the next address, so that filters react at once.
 */
export function useListQuery(tab: AdminTab): [ListQuery, (change: Partial<ListQuery>) => void] {
  const shown = useLocation()
  const next = useNavigation().location
  const navigate = useNavigate()
  const { pathname, search } = next?.pathname === shown.pathname ? next : shown
  const query = useMemo(() => readListQuery(tab, new URLSearchParams(search)), [tab, search])
  function show(change: Partial<ListQuery>) {
    const written = writeListQuery(tab, { ...query, ...change })
    void navigate(written ? `${pathname}?${written}` : pathname, { replace: true, preventScrollReset: true })
  }
  return [query, show]
}
