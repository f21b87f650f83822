import { accessSync, chmodSync, chownSync, constants, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { StartupError, reasonOf } from './startup-error.ts'

/**
 * Creates the data folder when it is missing: no other user of the machine can enter it. An existing one keeps its
 * permissions. Source: docs/behaviour/security.md#files-on-the-server
 * @param account finds the one that PostgreSQL runs as, if that is another: its group may pass to its own folder there
 * @returns the real path of the folder
 * @throws StartupError when it cannot be created, read or written
 */
export function makeDataFolder(path: string, account: () => { gid: number } | undefined): string {
  try {
    if (makeFolder(path)) closeToOthers(path, account())
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(path)
  } catch (error) {
    throw new StartupError(`The folder ${resolve(path)} (DATA_DIR) cannot be used (${reasonOf(error)}).`)
  }
}

function closeToOthers(path: string, account: { gid: number } | undefined): void {
  if (account) chownSync(path, -1, account.gid)
  chmodSync(path, account ? 0o710 : 0o700)
}
