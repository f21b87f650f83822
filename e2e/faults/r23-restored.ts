import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { lostOf, writeUntilGone } from '#e2e/start/acknowledged-writes.ts'
import { launch } from '#e2e/start/command.ts'
import { databaseUrl, newFolder, query, shownJobs, startServer } from '#e2e/start/server.ts'
import type { Fault, Figure, Scale } from './fault.ts'
import { newDatabaseSettings, startPortal, until } from './portal.ts'

const writers = 4

export const restored: Fault = {
  name: 'R23',
  does: 'Makes a backup while four clients write, and restores it into an empty folder: everything acknowledged before is there, and of what was written meanwhile a beginning without gaps.',
  run,
}

async function run({ size }: Scale): Promise<Figure[]> {
  const least = { short: 100, usual: 2_000, full: 20_000 }[size]
  const portal = await startPortal()
  const acknowledged = Array.from({ length: writers }, (): string[] => [])
  const writing = acknowledged.map((list, writer) => writeUntilGone(portal, writer, list))
  await until(() => acknowledged.flat().length > least, 600)
  const before = acknowledged.flat()
  const folder = join(newFolder(), 'backup')
  const startedAt = performance.now()
  await command('backup', portal.settings, folder)
  const backup = (performance.now() - startedAt) / 1_000
  const during = acknowledged.flat().length - before.length
  await portal.stop()
  await Promise.all(writing)

  const settings = await newDatabaseSettings()
  const dataDir = settings.DATA_DIR
  const restoredAt = performance.now()
  await command('restore', settings, folder)
  const next = await startServer(dataDir, { env: { ...settings, SITE_NAME: 'Restored' } })
  const recovery = (performance.now() - restoredAt) / 1_000
  const jobs = await shownJobs(next)
  const lost = await lostOf(dataDir, before)
  const rows = await query(databaseUrl(dataDir), `select slug from organizations where slug like 'written-%'`)
  const stored = new Set(rows.map(({ slug }) => String(slug)))
  const gaps = acknowledged.reduce((sum, list) => sum + gapsOf(list, stored), 0)
  const files = existsSync(join(dataDir, 'secrets.json')) ? 0 : 1
  await next.stop()
  return [
    { what: 'writes acknowledged before the backup that are not in it', value: lost.length, most: 0, isPromise: true },
    { what: 'gaps in what was written meanwhile', value: gaps, most: 0, isPromise: true },
    { what: 'writes acknowledged before it was made', value: before.length },
    { what: 'writes acknowledged while it was made', value: during, least: 1 },
    { what: 'missing pages and keys after the restore', value: files + (jobs > 0 ? 0 : 1), most: 0 },
    { what: 'to make the backup: what is written meanwhile may be lost', value: backup, unit: 's' },
    { what: 'from the restore to a running server', value: recovery, unit: 's' },
  ]
}

/** @returns rows of a writer that are stored although an earlier one is not */
function gapsOf(written: string[], stored: Set<string>): number {
  const first = written.findIndex((slug) => !stored.has(slug))
  return first === -1 ? 0 : written.slice(first).filter((slug) => stored.has(slug)).length
}

async function command(name: 'backup' | 'restore', settings: Record<string, string>, folder: string): Promise<void> {
  const program = launch(process.execPath, ['server/backup-command.ts', name, folder], { env: settings })
  if ((await program.ended()) !== 0) throw new Error(program.errors())
}
