import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { PreparedContent } from './prepare-folders.ts'
import { newFolder } from './server.ts'

/**
 * A data folder as a first start leaves it, with the account preparedAccount. Copying one takes a tenth of the time of a
 * first start, so only tests of first starts make their own. A server that starts on one without notices still needs SAMPLE_DATA=off.
 */
export function preparedFolder(content: PreparedContent = 'sample notices'): string {
  return copyPrepared(content, join(newFolder(), 'data'))
}

/** @param target path that does not exist yet */
export function copyPrepared(content: PreparedContent, target: string): string {
  execFileSync('cp', ['-a', '--reflink=auto', inject('preparedFolders')[content], target])
  return target
}
