import { useEffect, useState } from 'react'
import { readAsAdmin } from '#app/admin/session/admin-calls.ts'
import { adminClient, browserSession } from '#app/admin/session/session.ts'
import { followTable } from '#app/data/live-table.ts'
import { openPlannedTable } from '#app/data/planned-table.ts'
import { readVersion } from '#app/data/record-table.ts'
import { serverNow } from '#app/data/server-time.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import { stateByPlan } from '#domain/admin/form/stale-form.ts'
import { compareTimestamps } from '#domain/dates.ts'
import { TABLE_REFRESH_MS } from '#domain/limits.ts'
import type { RecordForm } from './record-form.ts'
import { useFormState } from './use-record-form.ts'

interface Followed {
  /** `updated_at` of the version that is shown; null while the record is deleted. */
  version: string | null
  message: string
}

/**
 * Shows what others, another window or the plan of the notice store meanwhile, as long as nothing is typed into the form.
 * What is typed stays as it is: then the next save says what has changed. That the record was deleted is said at once,
 * whatever is typed. Source: docs/behaviour/admin.md#two-editors
 *
 * @returns `message`: what to say of the version that is shown, or of its deletion; '' when it is the one that was opened or
 *   saved here. `isDeleted`: whether the record is in the Bin, or gone
 */
export function useFollowing(form: RecordForm): { message: string; isDeleted: boolean } {
  const loaded = useFormState((state) => state.loaded)
  const [followed, setFollowed] = useState<Followed | null>(null)
  const id = loaded?.id
  useEffect(() => {
    if (id === undefined) return undefined
    const stop = followRecord(form, id, setFollowed)
    return () => {
      stop()
      setFollowed(null)
    }
  }, [form, id])
  const isDeleted = followed?.version === null
  const isOfShown = isDeleted || followed?.version === loaded?.updated_at
  return { message: followed && isOfShown ? followed.message : '', isDeleted }
}

type SetFollowed = (next: Followed | null | ((before: Followed | null) => Followed | null)) => void

function followRecord(form: RecordForm, id: number, onFollowed: SetFollowed): () => void {
  const { table } = form.tab
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLeft = false
  function lookSoon() {
    if (isLeft) return
    timer ??= setTimeout(() => {
      timer = undefined
      // A read that fails is no news: the next save compares versions all the same.
      look().catch((error: unknown) => console.warn('The record could not be read again', error))
    }, TABLE_REFRESH_MS)
  }
  async function look() {
    if (isInBox() || form.state.isSaving) return lookSoon()
    const version = await readAsAdmin((client) => readVersion(client, table, id))
    // A record that is not public is hidden from a session that has ended.
    if (version === null && (await (await browserSession()).check()).kind !== 'staff') return
    if (isLeft) return
    if (version === null) return onFollowed({ version, message: FORM.deletedNow(form.tab.singular) })
    // It is there again.
    onFollowed((before) => (before?.version === null ? null : before))
    if (!form.isUntouched || !isNewer(version)) return
    const current = await readAsAdmin((client) => openPlannedTable(client, table).read(id))
    if (isInBox()) return lookSoon()
    const { before } = form.state
    if (isLeft || !current || !form.follow(current)) return
    const planned = stateByPlan(form.fields, { before, current: form.state.before }, serverNow())
    onFollowed({ version: current.updated_at, message: FORM.followed[planned ?? 'other'] })
  }
  // The whole row may be large, and most often the change was a save of this form.
  function isNewer(version: string): boolean {
    const shown = form.state.loaded?.updated_at
    return shown !== undefined && compareTimestamps(version, shown) > 0
  }
  const connected = (isLive: boolean) => isLive && lookSoon()
  const stop = followTable(adminClient(), table, { id, changed: lookSoon, connected })
  return () => {
    isLeft = true
    clearTimeout(timer)
    stop()
  }
}

/** A box of choices may hold a text that nothing is chosen for yet. */
function isInBox(): boolean {
  return document.activeElement?.getAttribute('role') === 'combobox'
}
