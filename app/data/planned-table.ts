import type { StoredRow } from '#domain/admin/form/field-value.ts'
import type { RowValues } from '#domain/admin/form/form-row.ts'
import { isContentTable, type AdminTable } from '#domain/admin/tabs.ts'
import { plannedColumns, publicationOf, type NoticePlan } from '#domain/content/publication.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import type { AdminClient } from './admin-client.ts'
import { BackendError } from './backend-error.ts'
import { readPlans } from './notice-plans.ts'
import { openRecordTable, type RecordTable, type StoredRecord } from './record-table.ts'

const PLANNED = ['state', 'status', 'publish_at', 'hide_at'] as const

/**
 * Rows as a form has them: those of notices with `state`, `publish_at` and `hide_at`, and with the badge that they have
 * once they are public as `status`. A change of any of these is one write with what else is changed.
 * Source: docs/behaviour/publication.md#states
 */
export function openPlannedTable(client: AdminClient, table: AdminTable): RecordTable {
  const rows = openRecordTable(client, table)
  if (!isContentTable(table)) return rows
  const { defaultStatus } = kindOfTable(table)

  // Every change of a plan is one of the row, so a plan that is newer than the row is found stale by the next save.
  const planned = async ({ plan: _written, status, ...row }: StoredRecord): Promise<StoredRecord> => {
    const plan = (await readPlans(client, table, [row.id])).get(row.id) ?? null
    return { ...row, ...publicationOf(status ?? null, plan, defaultStatus) }
  }
  const ifThere = async (reading: Promise<StoredRecord | null>) => {
    const row = await reading
    return row && planned(row)
  }

  // The row is stored by now: a plan that cannot be read, for whatever reason, must not make the write a failed one.
  const written = (row: StoredRecord) =>
    planned(row).catch((error: unknown) => {
      throw new BackendError(error instanceof Error ? error.message : '', { code: '', status: 0 })
    })

  return {
    read: (id) => ifThere(rows.read(id)),
    readAddedBy: (act) => ifThere(rows.readAddedBy(act)),
    takenSlugs: rows.takenSlugs,
    insert: async (row) => written(await rows.insert(columnsOf({}, row))),
    async update(loaded, changes) {
      const row = await rows.update(loaded, columnsOf(loaded, changes))
      return row && written(row)
    },
  }
}

/** @returns the columns to write for a change in the terms of the form */
function columnsOf(loaded: StoredRow, changes: RowValues): RowValues {
  if (!PLANNED.some((name) => name in changes)) return changes
  const { state, status, publish_at, hide_at, ...others } = { ...pick(loaded), ...changes }
  const planned = plannedColumns({ state, status, publish_at, hide_at } as NoticePlan)
  // A notice that is published, and has no plan, is written as before there were plans.
  const isPlain = planned.plan.state === 'published' && !planned.plan.hide_at && !hasPlan(loaded)
  return { ...others, status: planned.status, ...(!isPlain && { plan: planned.plan }) } as RowValues
}

function pick(loaded: StoredRow): StoredRow {
  return Object.fromEntries(PLANNED.map((name) => [name, loaded[name] ?? null]))
}

function hasPlan({ state, hide_at }: StoredRow): boolean {
  return state !== undefined && (state !== 'published' || Boolean(hide_at))
}
