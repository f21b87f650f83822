import { open } from 'node:fs/promises'

/**
 * Writes the entries of a folder to the disk: a file that was created in it or renamed survives a power cut only then, even if
 * its bytes are on the disk. Some file systems, such as shared folders of Windows, cannot do that for folders, and a folder that may
 * be written but not read cannot be opened for it; then it does nothing.
 * Source: fsync(2)
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(nullIfUnreadable)
  if (!handle) return
  try {
    await handle.sync()
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await handle.close()
  }
}

function nullIfUnreadable(error: NodeJS.ErrnoException): null {
  if (error.code === 'EACCES') return null
  throw error
}
