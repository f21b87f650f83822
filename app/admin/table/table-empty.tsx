import { Link } from 'react-router'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { EmptyList } from '#app/admin/layout/empty-list.tsx'
import { TABLE } from '#domain/admin/messages.ts'
import { LIST } from '#domain/list-messages.ts'
import { tabPath, type AdminTab } from '#domain/admin/tabs.ts'

interface TableEmptyProps {
  tab: AdminTab
  text: string
  isFiltered: boolean
  onShowAll: () => void
}

export function TableEmpty({ tab, text, isFiltered, onShowAll }: TableEmptyProps) {
  return (
    <EmptyList icon={tab.table} heading={LIST.noneFound(tab.plural)}>
      <p>{text ? LIST.noMatch(tab.plural, text) : LIST.noneAvailable(tab.plural)}</p>
      {isFiltered ? (
        <button type="button" className="button" onClick={onShowAll}>
          Show all {tab.plural}
        </button>
      ) : (
        <Link className="button primary" to={`${tabPath(tab)}/new`}>
          <AdminIcon name="plus" />
          {TABLE.addNew}
        </Link>
      )}
    </EmptyList>
  )
}
