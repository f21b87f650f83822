import { useFetchers, useNavigate, useSearchParams, useSubmit } from 'react-router'
import { confirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { load, useLastValue, type Loaded } from '#app/admin/feedback/loaded.ts'
import { SelectedItemsBar, useSelectedItems } from '#app/admin/feedback/selected-items.tsx'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { EmptyList } from '#app/admin/layout/empty-list.tsx'
import { PageHead } from '#app/admin/layout/page-head.tsx'
import { firstRows, rowsOf } from '#app/admin/table/first-rows.ts'
import { MoreRowsByAddress } from '#app/admin/table/more-rows.tsx'
import { useIsAdmin } from '#app/admin/session/session.ts'
import { fetchBin, type BinItem, type BinPage } from '#app/data/bin.ts'
import { BULK } from '#domain/admin/bulk-messages.ts'
import { BIN } from '#domain/admin/messages.ts'
import { BIN_DAYS, TABLE_ROWS } from '#domain/limits.ts'
import { formatNumber } from '#domain/numbers.ts'
import type { Route } from './+types/route.ts'
import { changeBin, type BinRequest } from './bin-actions.ts'
import { BinFilters } from './bin-filters.tsx'
import { BinList } from './bin-list.tsx'
import { hasFilter, readBinQuery } from './bin-query.ts'

interface Bin extends Omit<BinPage, 'items'> {
  rows: BinItem[]
  hasMore: boolean
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, BIN.label)
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const parameters = new URL(request.url).searchParams
  return load(BIN.label, async (client): Promise<Bin> => {
    let page: Omit<BinPage, 'items'> = { total: 0, people: [] }
    const rows = await firstRows<BinItem>(rowsOf(parameters, TABLE_ROWS), async ({ after, limit }) => {
      const { items, ...rest } = await fetchBin(client, readBinQuery(parameters), { before: after?.item, limit })
      page = rest
      return items
    })
    return { ...page, ...rows }
  })
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return changeBin((await request.json()) as BinRequest)
}

export function HydrateFallback() {
  return <Bin />
}

export default function BinRoute({ loaderData }: Route.ComponentProps) {
  return <Bin loaded={loaderData} />
}

/** Deleted rows. Source: docs/behaviour/bin.md#the-bin */
function Bin({ loaded }: { loaded?: Loaded<Bin> }) {
  const bin = useLastValue(loaded)
  const sent = useFetchers().flatMap(({ json }) => (json as Partial<BinRequest> | undefined)?.rows ?? [])
  const rows = bin?.rows.filter(({ table, id }) => !sent.some((row) => row.table === table && row.id === id))
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const isFiltered = hasFilter(parameters)
  return (
    <>
      <PageHead label={BIN.label} total={bin?.total} loaded={loaded}>
        {bin && <BinFilters people={bin.people} />}
      </PageHead>
      <div className="bin" aria-busy={bin === null}>
        <p className="hint">{BIN.hint(BIN_DAYS)}</p>
        {rows && <Rows rows={rows} />}
        {rows?.length === 0 && !bin?.hasMore && (
          <EmptyList icon="delete" heading={isFiltered ? BIN.noMatch : BIN.none}>
            {isFiltered ? (
              <button type="button" className="button" onClick={() => void navigate(BIN.path, { replace: true })}>
                {BIN.showAll}
              </button>
            ) : (
              <p>{BIN.noneHint}</p>
            )}
          </EmptyList>
        )}
        {bin?.hasMore && (
          <MoreRowsByAddress step={TABLE_ROWS} hasFailed={loaded?.problem != null}>
            {formatNumber(rows?.length ?? 0)} of {formatNumber(bin.total)}
          </MoreRowsByAddress>
        )}
      </div>
    </>
  )
}

function Rows({ rows }: { rows: readonly BinItem[] }) {
  const submit = useSubmit()
  const isAdmin = useIsAdmin()
  const { selected, isSelected, toggle, selectAll, clear } = useSelectedItems(rows, ({ item }) => item)
  const what = selected.length === 1 ? (selected[0]?.title ?? '') : BIN.items(selected.length)

  function send(act: BinRequest['act'], items: readonly BinItem[], name: string) {
    const request = { act, rows: items.map(({ table, id, item }) => ({ table, id, item })), what: name }
    void submit(request, { method: 'POST', encType: 'application/json', navigate: false })
    clear()
  }
  async function deleteForEver() {
    const question = {
      question: BIN.forEverQuestion(what),
      about: aboutOf(selected),
      yes: BIN.forEver,
      isDangerous: true,
    }
    if (await confirm(question)) send('delete for ever', selected, what)
  }

  return (
    <>
      {rows.length > 0 && (
        <BinList
          items={rows}
          isSelected={isSelected}
          onToggle={toggle}
          onRestore={(item) => send('restore', [item], item.title)}
        />
      )}
      <SelectedItemsBar selected={selected} selectAll={selectAll} clear={clear}>
        <button type="button" className="button" onClick={() => send('restore', selected, what)}>
          <AdminIcon name="refresh" />
          {BIN.restore}
        </button>
        {isAdmin && (
          <button type="button" className="button danger" onClick={() => void deleteForEver()}>
            <AdminIcon name="delete" />
            {BIN.forEver}
          </button>
        )}
      </SelectedItemsBar>
    </>
  )
}

function aboutOf(selected: readonly BinItem[]): string {
  return `${BULK.firstTitles(selected.map(({ title }) => title))}. ${BIN.forEverHint}`
}
