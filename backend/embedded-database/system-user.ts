import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#backend/startup-error.ts'

/** The account PostgreSQL runs as; undefined means the account of this process. */
export type SystemUser = { uid: number; gid: number } | undefined

/** A fixed environment, so that PGDATA, PGPORT, TZ and the locale variables have no effect on PostgreSQL. */
export const cleanEnvironment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }

const accountName = 'suchana'

/**
 * Chooses the account for PostgreSQL, which refuses to run as root: the owner of an existing cluster, else a system
 * account that is created when it is missing.
 * @param cluster folder of the existing cluster, undefined before the first start
 * @returns undefined when this process is not root: PostgreSQL then runs as the same account
 * @throws StartupError when no account exists and none can be created
 */
export function databaseUser(cluster: string | undefined): SystemUser {
  if (process.getuid?.() !== 0) return undefined
  if (cluster) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  const user = account(accountName) ?? createAccount() ?? account('postgres')
  if (user) return user
  throw new StartupError(
    `PostgreSQL must not run as root and no system user "${accountName}" could be created: create one, start as an ordinary user, or set DATABASE_URL.`,
  )
}

function createAccount(): SystemUser {
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  spawnSync('useradd', [...options, '--shell', '/usr/sbin/nologin', accountName], { env: cleanEnvironment })
  return account(accountName)
}

function account(name: string): SystemUser {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    spawnSync('id', [flag, name], { encoding: 'utf8', env: cleanEnvironment }),
  )
  if (uid?.status !== 0 || gid?.status !== 0) return undefined
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/**
 * Whether the account can reach and own files in a folder. It tries to, so access lists and mount options count.
 * @param folder an existing folder that this process can write
 */
export function canStoreFilesIn(folder: string, user: SystemUser): boolean {
  if (!user) return true
  const probe = mkdtempSync(join(folder, 'probe-'))
  try {
    chownSync(probe, user.uid, user.gid)
    return spawnSync('test', ['-w', probe], { ...user, cwd: '/', env: cleanEnvironment }).status === 0
  } catch {
    return false
  } finally {
    rmSync(probe, { recursive: true, force: true })
  }
}
