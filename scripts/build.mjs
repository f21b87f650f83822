import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withLock } from './lock.mjs'
import { exitWithError, printProgress } from './progress.mjs'
import { root } from './project-root.mjs'
import { writeThirdParty } from './third-party.mjs'
import { runTool, toolPath } from './tools.mjs'

/** All inputs of the build: files, and folders with all that is in them but tests. */
export const SOURCES = [
  'app',
  'backend',
  'domain',
  'public',
  'server',
  'supabase/functions',
  'supabase/sample-data/load-sample-data.ts',
  'patches',
  'scripts/build-pages.ts',
  'scripts/build-server.ts',
  'scripts/build-service-worker.ts',
  'scripts/first-script.ts',
  'scripts/precompress.ts',
  'scripts/third-party.mjs',
  'scripts/weight-budget.ts',
  'scripts/without-kinds.ts',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]

/** Written after a complete build and removed before the next one, so that an aborted build is repeated. */
const stamp = join(root, 'build', '.built')

/** Builds the site unless the existing build is up to date; ends the command when the build fails. */
export async function build() {
  if (!(await tryBuild())) exitWithError('The build of the site failed: see the messages above.')
}

/** @returns {Promise<boolean>} whether an up-to-date build exists now */
export function tryBuild() {
  if (isBuilt()) return Promise.resolve(true)
  return withLock('build', async () => {
    if (isBuilt()) return true
    printProgress('Building the site')
    const wanted = sourcesHash()
    rmSync(stamp, { force: true })
    const production = { NODE_ENV: 'production' }
    if ((await runTool(toolPath('react-router'), ['build', '--logLevel', 'warn'], production)) !== 0) return false
    if ((await runTool('scripts/build-pages.ts', [], production)) !== 0) return false
    if ((await runTool('scripts/build-server.ts', [], production)) !== 0) return false
    const mistakes = await writeThirdParty()
    for (const mistake of mistakes) console.error(mistake)
    if (mistakes.length > 0) return false
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, wanted)
    return true
  })
}

function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash()
}

function sourcesHash() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesBelow)) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesBelow(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found) return []
  if (found.isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}
