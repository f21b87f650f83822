import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { StartupError } from '#backend/startup-error.ts'

/** Another process, most likely a server, uses the folder. */
export class FolderInUse extends StartupError {
  override name = 'FolderInUse'
}

/**
 * Locks a folder for this process. The lock is an abstract Unix socket, which the kernel removes with the process, even
 * after kill -9: there is no lock file that could become stale.
 * @param folder an existing folder; it is identified by device and inode, so links and mounts to it count as the same
 * @returns a function that releases the folder
 * @throws FolderInUse when another process holds it
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const { dev, ino } = statSync(folder, { bigint: true })
  const lock = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    lock.once('listening', resolve)
    lock.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new FolderInUse(`Another server is running on the folder ${folder}: stop it first or set another DATA_DIR.`)
          : error,
      ),
    )
    lock.listen({ path: `\0suchana-${dev}-${ino}`, exclusive: true })
  })
  lock.unref()
  return () => void lock.close()
}
