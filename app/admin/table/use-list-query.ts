import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useNextAddress } from '#app/admin/use-next-address.ts'
import { readListQuery, writeListQuery, type ListQuery } from '#domain/admin/list-query.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'

/**
 * The query of a table is in its address, so that it survives a reload and the return from the form. While rows are
 * loading, the query is that of the next address, so that filters react at once.
 */
export function useListQuery(tab: AdminTab): [ListQuery, (change: Partial<ListQuery>) => void] {
  const navigate = useNavigate()
  const { pathname, search } = useNextAddress()
  const query = useMemo(() => readListQuery(tab, new URLSearchParams(search)), [tab, search])
  function show(change: Partial<ListQuery>) {
    const written = writeListQuery(tab, { ...query, ...change })
    void navigate(written ? `${pathname}?${written}` : pathname, { replace: true, preventScrollReset: true })
  }
  return [query, show]
}
