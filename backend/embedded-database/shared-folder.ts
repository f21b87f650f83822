import { chmodSync } from 'node:fs'
import { makeFolder } from '#backend/make-folder.ts'
import { StartupError, reasonOf } from '#backend/startup-error.ts'

const sharedFolder = '/var/lib/suchana'

/**
 * The folder for files that root stores outside of DATA_DIR, because PostgreSQL's account cannot reach DATA_DIR.
 * @returns its path; it exists and every user may enter it
 * @throws StartupError when it cannot be created
 */
export function makeSharedFolder(): string {
  try {
    makeFolder(sharedFolder)
    chmodSync(sharedFolder, 0o755)
    return sharedFolder
  } catch (error) {
    throw new StartupError(
      `PostgreSQL's own user cannot reach DATA_DIR and ${sharedFolder} cannot be used instead (${reasonOf(error)}): set a DATA_DIR that every user can reach.`,
    )
  }
}
