import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitOf, startChild } from './children.mjs'
import { patchDependencies } from './patch-dependencies.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { refuse, say } from './progress.mjs'
import { root } from './project-root.mjs'

const attempts = 3

/** Told to stop, npm first puts the old folder back, however long that takes; we install again anyway. */
const timeout = 1_500

/** Milliseconds between two signs of life while npm says nothing. */
const heartbeat = 20_000

/** npm ci empties node_modules first, so an install that was broken off leaves no stamp and is done again. */
const stamp = join(root, 'node_modules', '.installed')

/** Installs the dependencies unless this lockfile's are there already. Runs no package's install scripts. */
export async function install() {
  if (isInstalled()) return
  await oneAtATime('install', async () => {
    if (isInstalled()) return
    say('Installing the dependencies with npm ci, about half a minute')
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
        patchDependencies()
        writeFileSync(stamp, wantedStamp())
        return
      }
      if (attempt === attempts) break
      say(`npm ci failed, trying again (${attempt + 1} of ${attempts})`)
      await sleep(2_000 * attempt)
    }
    refuse(`npm ci failed ${attempts} times: the lines above tell why.`)
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
  for (const file of ['package-lock.json', 'scripts/patch-dependencies.mjs'])
    hash.update(readFileSync(join(root, file)))
  return `${hash.digest('hex')} ${process.platform}-${process.arch}`
}

/** The npm that runs us, else the one on the PATH. */
function npm(args) {
  const cli = process.env.npm_execpath
  const [program, ...first] = cli?.endsWith('.js') ? [process.execPath, cli] : ['npm']
  const child = startChild(program, [...first, ...args], { timeout })
  const signs = setInterval(() => say('npm ci is still at work'), heartbeat)
  return exitOf(child).finally(() => clearInterval(signs))
}
