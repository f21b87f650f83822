import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { StartupError } from '#backend/startup-error.ts'

/** Another process, most likely a server, works on the folder. */
export class FolderInUse extends StartupError {
  override name = 'FolderInUse'
}

/**
 * Marks a folder as in use by this process. The mark is an abstract Unix socket, which the kernel removes with the
 * process, even after kill -9: there is no lock file that could go stale.
 * @param folder an existing folder; it is known by device and inode, so links and mounts to it count as the same
 * @returns releases the folder
 * @throws FolderInUse when another process holds it
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const { dev, ino } = statSync(folder, { bigint: true })
  const mark = createServer((visitor) => visitor.destroy())
  await new Promise<void>((resolve, reject) => {
    mark.once('listening', resolve)
    mark.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new FolderInUse(`Another server is running on the folder ${folder}: stop it first or set another DATA_DIR.`)
          : error,
      ),
    )
    mark.listen({ path: `\0suchana-${dev}-${ino}`, exclusive: true })
  })
  mark.unref()
  return () => void mark.close()
}
