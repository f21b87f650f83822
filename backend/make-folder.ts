import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and those above it that are missing. The recursive mkdir of Node.js repeats its calls without end where
 * nothing can be created, such as in /proc, and there the process would not react to signals either.
 * @param mode permissions of each folder that it creates
 * @returns whether the folder was created now
 * @throws the error of the operating system
 */
export function makeFolder(path: string, mode = 0o777): boolean {
  try {
    return makeOne(path, mode)
  } catch (error) {
    const parent = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error
    makeFolder(parent, mode)
    return makeOne(path, mode)
  }
}

/** Another process may create the same folder at the same moment. */
function makeOne(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && isFolder(path)) return false
    throw error
  }
}

/** @throws ENOENT for a link to a folder that is missing */
function isFolder(path: string): boolean {
  return statSync(path).isDirectory()
}
