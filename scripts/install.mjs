import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitOf, startChild } from './children.mjs'
import { withLock } from './lock.mjs'
import { exitWithError, printProgress } from './progress.mjs'
import { root } from './project-root.mjs'

const attempts = 3

/**
 * Milliseconds until npm is killed after a signal. npm would restore the old folder first, which may take long and is
 * not needed, because the next install starts again.
 */
const timeout = 1_500

/** Milliseconds between two progress lines while npm prints nothing. */
const heartbeat = 20_000

/** npm ci empties node_modules first, so an aborted install leaves no stamp and is repeated. */
const stamp = join(root, 'node_modules', '.installed')

/** Installs the dependencies of the lockfile unless they are installed already. Install scripts are not run. */
export async function install() {
  if (isInstalled()) return
  await withLock('install', async () => {
    if (isInstalled()) return
    printProgress('Installing the dependencies with npm ci, about half a minute')
    // NODE_ENV=production would leave out what the build needs.
    const options = [
      '--ignore-scripts',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]
    for (let attempt = 1; attempt <= attempts; attempt++) {
      if ((await npm(['ci', ...options])) === 0) {
        await applyPatches()
        writeFileSync(stamp, wantedStamp())
        return
      }
      if (attempt === attempts) break
      printProgress(`npm ci failed, retrying (${attempt + 1} of ${attempts})`)
      await sleep(2_000 * attempt)
    }
    exitWithError(`npm ci failed ${attempts} times: see the messages above.`)
  })
}

function isInstalled() {
  try {
    return readFileSync(stamp, 'utf8') === wantedStamp()
  } catch {
    return false
  }
}

function wantedStamp() {
  const hash = createHash('sha256')
  const patches = readdirSync(join(root, 'patches')).map((name) => join('patches', name))
  for (const file of ['package-lock.json', ...patches]) hash.update(readFileSync(join(root, file)))
  return `${hash.digest('hex')} ${process.platform}-${process.arch}`
}

/** Applies patches/ to the dependencies that npm ci has just installed. Source: docs/decisions/009 */
async function applyPatches() {
  const child = startChild(process.execPath, ['node_modules/patch-package/index.js', '--error-on-fail'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if ((await exitOf(child)) !== 0)
    exitWithError('The patches in patches/ do not fit the installed dependencies: see the messages above.')
}

/** @returns {Promise<string | null>} what a command of npm prints; null when it fails */
export async function npmOutput(args) {
  const child = startNpm(args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [output, code] = await Promise.all([text(child.stdout), exitOf(child)])
  return code === 0 ? output : null
}

function npm(args) {
  const child = startNpm(args, { timeout })
  const progress = setInterval(() => printProgress('npm ci is still running'), heartbeat)
  return exitOf(child).finally(() => clearInterval(progress))
}

/** Runs the npm that started this command, else the one on the PATH. */
function startNpm(args, options) {
  const cli = process.env.npm_execpath
  const [program, ...first] = cli?.endsWith('.js') ? [process.execPath, cli] : ['npm']
  return startChild(program, [...first, ...args], options)
}
