import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { oneAtATime } from './one-at-a-time.mjs'
import { refuse, say } from './progress.mjs'
import { root } from './project-root.mjs'
import { runTool, toolPath } from './tools.mjs'

/** Whatever the built site depends on. */
const sources = [
  'app',
  'domain',
  'public',
  'server',
  'supabase/functions',
  'scripts/build-pages.ts',
  'scripts/build-service-worker.ts',
  'scripts/precompress.ts',
  'scripts/weight-budget.ts',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]

/** Written after a whole build and removed before the next, so that one that was broken off is done again. */
const stamp = join(root, 'build', '.built')

/** Builds the site unless it was built from these sources already; stops the command when that fails. */
export async function build() {
  if (!(await tryBuild())) refuse('The site could not be built: the lines above tell why.')
}

/** @returns {Promise<boolean>} whether the build of these sources is there */
export function tryBuild() {
  if (isBuilt()) return Promise.resolve(true)
  return oneAtATime('build', async () => {
    if (isBuilt()) return true
    say('Building the site')
    const wanted = sourcesHash()
    rmSync(stamp, { force: true })
    const production = { NODE_ENV: 'production' }
    if ((await runTool(toolPath('react-router'), ['build', '--logLevel', 'warn'], production)) !== 0) return false
    if ((await runTool('scripts/build-pages.ts', [], production)) !== 0) return false
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
  for (const file of sources.flatMap(filesBelow)) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
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
