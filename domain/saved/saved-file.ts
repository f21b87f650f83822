import * as z from 'zod/mini'
import { SAVED_FILE_BYTES, SAVED_NOTE_MAX, SAVED_NOTICES_MAX } from '#domain/limits.ts'
import { readJson } from '#domain/read-json.ts'
import { SAVED_FILE } from './messages.ts'
import { referenceOf } from './new-saved-notice.ts'
import { savedNotice, type SavedNotice } from './saved-notice.ts'

const FORMAT = 'suchana-saved-notices'
const VERSION = 1

const savedFile = z.object({ format: z.literal(FORMAT), version: z.int(), notices: z.array(z.unknown()) })

/** @returns the text of a file with saved notices. Source: docs/behaviour/saved.md#export-and-import */
export function writeSavedFile(notices: readonly SavedNotice[]): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, notices }, null, 2)}\n`
}

export interface FileContent {
  notices: SavedNotice[]
  /** Entries that are no saved notices. */
  unreadable: number
}

/**
 * Reads the text of a file.
 *
 * @throws Error with words for the visitor when it is no file of this kind
 */
export function readSavedFile(text: string): FileContent {
  if (text.length > SAVED_FILE_BYTES) throw new Error(SAVED_FILE.tooLarge)
  const file = savedFile.safeParse(readJson(text))
  if (!file.success) throw new Error(SAVED_FILE.other)
  if (file.data.version !== VERSION) throw new Error(SAVED_FILE.newer)
  const entries = file.data.notices.map((entry) => savedNotice.safeParse(entry))
  const notices = entries.flatMap(({ data }) => (data && referenceOf(data.state) !== null ? [data] : []))
  return { notices, unreadable: entries.length - notices.length }
}

export interface Merge {
  /** Notices that are new or changed; all others stay as they are. */
  changed: SavedNotice[]
  added: number
  /** Notices that were here already. */
  known: number
  /** Notes that did not fit below the note that was here. */
  notesLeftOut: number
  /** Notices beyond the limit. */
  beyondLimit: number
}

/** Merges the notices of a file into those of this browser. Nothing that is here is replaced or removed. */
export function mergeSaved(own: readonly SavedNotice[], imported: readonly SavedNotice[]): Merge {
  const all = new Map(own.map((notice) => [referenceOf(notice.state), notice]))
  const changed = new Map<string | null, SavedNotice>()
  const merge: Merge = { changed: [], added: 0, known: 0, notesLeftOut: 0, beyondLimit: 0 }
  for (const notice of imported) {
    const reference = referenceOf(notice.state)
    const here = all.get(reference) ?? own.find(({ state }) => isSame(state, notice.state))
    if (!here && all.size >= SAVED_NOTICES_MAX) {
      merge.beyondLimit += 1
      continue
    }
    const joined = here ? joinedNotice(here, notice) : notice
    if (here) {
      merge.known += 1
      if (!joined.note.includes(notice.note.trim())) merge.notesLeftOut += 1
    } else merge.added += 1
    const key = referenceOf(joined.state)
    all.set(key, joined)
    if (joined !== here) changed.set(key, joined)
  }
  return { ...merge, changed: [...changed.values()] }
}

/** The same notice, one of which was saved before its id was known. */
function isSame(one: SavedNotice['state'], other: SavedNotice['state']): boolean {
  return one.path !== null && one.path === other.path
}

/** @returns the notice of this browser with what the other one has in addition; itself when that is nothing */
function joinedNotice(here: SavedNotice, other: SavedNotice): SavedNotice {
  const note = joinedNote(here.note, other.note.trim())
  const applied = here.applied ?? other.applied
  return note === here.note && applied === here.applied ? here : { ...here, note, applied }
}

function joinedNote(here: string, other: string): string {
  if (other === '' || here.includes(other)) return here
  const both = here.trim() === '' ? other : `${here.trimEnd()}\n\n${other}`
  return both.length > SAVED_NOTE_MAX ? here : both
}

/** @returns what an import did, in words */
export function importReport(merge: Omit<Merge, 'changed'>, unreadable: number): string {
  const lines: [number, (count: number) => string][] = [
    [merge.known, SAVED_FILE.known],
    [merge.notesLeftOut, SAVED_FILE.notesLeftOut],
    [unreadable, SAVED_FILE.unreadable],
    [merge.beyondLimit, SAVED_FILE.beyondLimit],
  ]
  return [SAVED_FILE.added(merge.added), ...lines.flatMap(([count, line]) => (count > 0 ? [line(count)] : []))].join(
    ' ',
  )
}
