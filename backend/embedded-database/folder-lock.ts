import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type ListenOptions, type Server } from 'node:net'
import { join } from 'node:path'
import { StartupError } from '#backend/startup-error.ts'

/** Another process, most likely a server, uses the folder. */
export class FolderInUse extends StartupError {
  override name = 'FolderInUse'

  constructor(folder: string, message?: string) {
    super(
      message ??
        `Another server, backup or restore is running on the folder ${folder}: stop it first or set another DATA_DIR.`,
    )
  }
}

export interface FolderLock {
  /** Whether servers in other containers see the lock too. They do not on a file system without sockets. */
  readonly isVisible: boolean
  readonly release: () => void
}

/** Names of the sockets in a locked folder. */
const lockName = /^server-[\da-f-]+\.lock$/

/** Errors of a connection to a socket that nobody listens on. */
const unused = ['ECONNREFUSED', 'ENOENT']

/**
 * Locks a folder for this process, by two Unix sockets that end with the process, even after kill -9. Of servers in one
 * network namespace, an abstract socket lets exactly one go on. A socket in the folder shows the lock to the other
 * containers of the machine. Source: docs/decisions/002
 * @param folder an existing folder; it is identified by device and inode, so links and mounts to it count as the same
 * @throws FolderInUse when another process holds it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const { dev, ino } = statSync(folder, { bigint: true })
  const abstract = await listenAt(`\0suchana-${dev}-${ino}`).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new FolderInUse(folder) : error
  })
  try {
    const releaseInside = await lockInside(folder)
    const release = () => {
      releaseInside?.()
      abstract.close()
    }
    return { isVisible: releaseInside !== undefined, release }
  } catch (error) {
    abstract.close()
    throw error
  }
}

/**
 * Listens in the folder before it looks for other sockets there: of two servers, at least the later one sees the other.
 * Two that start at the same moment may see each other, and then neither goes on.
 * @returns a function that releases the folder; undefined when the file system has no sockets
 */
async function lockInside(folder: string): Promise<(() => void) | undefined> {
  // The path of a socket has at most 107 bytes: that of the opened folder is short.
  const opened = openSync(folder, 'r')
  const pathOf = (name: string) => `/proc/self/fd/${opened}/${name}`
  const own = `server-${randomUUID()}.lock`
  // Servers of other users may connect as well: the folder itself rejects those who may not use it.
  const lock = await listenAt(pathOf(own), { readableAll: true, writableAll: true }).catch(() => undefined)
  let isReleased = false
  const release = () => {
    // Called again, it would close a file that has got the same number meanwhile.
    if (isReleased) return
    isReleased = true
    // Closing the socket also removes its file.
    lock?.close()
    closeSync(opened)
  }
  try {
    for (const name of readdirSync(folder)) {
      if (name === own || !lockName.test(name)) continue
      const state = await stateOf(pathOf(name))
      if (state === 'used') throw new FolderInUse(folder)
      if (state === 'unknown') throw new FolderInUse(folder, unknownLock(folder, name))
      // Of a server that was killed, or of one that has not begun to listen and will see this one.
      rmSync(pathOf(name), { force: true })
    }
    // One that started at the same moment has removed it.
    if (lock && !existsSync(pathOf(own))) throw new FolderInUse(folder)
  } catch (error) {
    release()
    throw error
  }
  if (lock) return release
  release()
  return undefined
}

function unknownLock(folder: string, name: string): string {
  const path = join(folder, name)
  return `The lock ${path} of user ${statSync(path).uid} cannot be examined: stop the server of that user, or delete this file if there is none, or set another DATA_DIR.`
}

async function listenAt(
  path: string,
  access: Pick<ListenOptions, 'readableAll' | 'writableAll'> = {},
): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
    server.listen({ path, exclusive: true, ...access })
  })
  return server.unref()
}

/** Earlier versions let only their own user connect. */
function stateOf(path: string): Promise<'used' | 'unused' | 'unknown'> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve('used')
    })
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      resolve(unused.includes(code) ? 'unused' : code === 'EACCES' ? 'unknown' : 'used'),
    )
  })
}
