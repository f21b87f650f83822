import { launch } from './command.ts'

/** Runs npm run backup or npm run restore. */
export async function runBackup(command: 'backup' | 'restore', env: Record<string, string>, path: string) {
  const program = startBackup(command, env, path)
  return { code: await program.ended(), output: program.output(), errors: program.errors() }
}

export function startBackup(command: 'backup' | 'restore', env: Record<string, string>, path: string) {
  return launch(process.execPath, ['server/backup-command.ts', command, path], { env })
}
