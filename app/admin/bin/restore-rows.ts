import { changeMessage, isAnswerLost } from '#app/admin/feedback/error-message.ts'
import { changeAsAdmin, type BegunAct } from '#app/admin/session/admin-calls.ts'
import { restoreDeleted, type RestoredRow, type RowToRestore } from '#app/data/bin.ts'
import { BULK } from '#domain/admin/bulk-messages.ts'
import { BIN } from '#domain/admin/messages.ts'
import { tabOfTable } from '#domain/admin/tabs.ts'
import { BULK_ROWS_MAX } from '#domain/limits.ts'

interface Restored {
  done: number[]
  failed: number[]
  /** Why rows were not restored; '' when all were. */
  problem: string
  /** What restored rows did not get back; '' when they are as they were. */
  remarks: string
  /** Whether the rows themselves are the reason: trying again would fail again. */
  isFinal: boolean
  /** Whether what failed may be restored all the same. */
  isLost: boolean
}

/** Restores deleted rows of one table or of several. A row that was restored before counts as restored. */
export async function restoreRows(rows: readonly RowToRestore[], act: BegunAct): Promise<Restored> {
  const answers: RestoredRow[] = []
  let problem = ''
  let isLost = false
  for (let start = 0; start < rows.length && !problem; start += BULK_ROWS_MAX) {
    try {
      const part = rows.slice(start, start + BULK_ROWS_MAX)
      answers.push(...(await changeAsAdmin((client) => restoreDeleted(client, part), act)))
    } catch (error) {
      console.warn('Rows could not be restored', error)
      problem = changeMessage(error)
      isLost = isAnswerLost(error)
    }
  }
  const isBack = (row: RowToRestore) =>
    answers.some(
      ({ table, id, outcome }) =>
        table === row.table && id === row.id && (outcome === 'restored' || outcome === 'there'),
    )
  const failed = rows.filter((row) => !isBack(row)).map(({ id }) => id)
  return {
    done: rows.filter(isBack).map(({ id }) => id),
    failed,
    problem: problem || reasonsOf(answers) || (failed.length > 0 ? BIN.missing : ''),
    remarks: answers.flatMap(remarksOf).join(' '),
    isFinal: problem === '',
    isLost,
  }
}

/** @returns why rows were not restored, as far as the answers say */
function reasonsOf(answers: readonly RestoredRow[]): string {
  const changed = answers.flatMap(({ outcome, title = '' }) => (outcome === 'changed' ? [title] : []))
  const isMissing = answers.some(({ outcome }) => outcome === 'missing')
  return [
    ...(changed.length > 0 ? [`${BULK.changedMeanwhile}: ${BULK.firstTitles(changed)}`] : []),
    ...(isMissing ? [BIN.missing] : []),
  ].join('. ')
}

function remarksOf({ table, title = '', slug = '', slug_was: slugWas, lost = {} }: RestoredRow): string[] {
  const moved = slugWas ? [BIN.newSlug(title, slug)] : []
  const references = Object.entries(lost).map(([column, isReplaced]) => {
    const what = table === 'categories' ? tabOfTable(table).singular : column.replace(/_id$/, '')
    return (isReplaced ? BIN.replaced : BIN.lost)(title, what)
  })
  return [...moved, ...references]
}
