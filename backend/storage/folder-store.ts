import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { makeFolder } from '#backend/make-folder.ts'
import { syncFolder } from '#backend/sync-folder.ts'
import { nullIfMissing, removeAbandoned } from './abandoned-files.ts'
import type { FileStore, StoredBytes } from './file-store.ts'

/** Prefix of files that are being written; a crash leaves them. */
const draftPrefix = '.draft-'

/**
 * Files in a folder of this machine; the folder is created with the first file.
 * @param folder such as DATA_DIR/uploads/notices
 */
export function folderStore(folder: string): FileStore {
  return {
    async put(name, bytes) {
      await makeOnce(folder)
      const draft = join(folder, draftPrefix + randomUUID())
      try {
        await writeDurably(draft, bytes)
        await rename(draft, join(folder, name))
        await syncFolder(folder)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    read: (name, range) => readIfThere(join(folder, name), range),

    async remove(names) {
      for (const name of names) await rm(join(folder, name), { force: true })
    },

    tidy: () => removeAbandoned(folder, draftPrefix),
  }
}

/** The folder is almost always there: only the first file makes the process wait for it. */
async function makeOnce(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EEXIST') makeFolder(folder, 0o700)
  })
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function readIfThere(path: string, range?: { first: number; last: number }): Promise<StoredBytes | null> {
  const file = await open(path).catch(nullIfMissing)
  if (!file) return null
  const size = range ? range.last - range.first + 1 : (await file.stat()).size
  const bytes = file.createReadStream(range && { start: range.first, end: range.last })
  return { size, body: Readable.toWeb(bytes) as ReadableStream<Uint8Array> }
}
