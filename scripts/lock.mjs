import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { printProgress } from './progress.mjs'
import { root } from './project-root.mjs'

/**
 * Runs work under a lock, so that two commands in this folder do not install or build at the same time. The lock is an
 * abstract Unix socket, which the kernel releases when the process ends for any reason.
 */
export async function withLock(what, work) {
  if (process.platform !== 'linux') return work()
  const { dev, ino } = statSync(root, { bigint: true })
  const path = `\0suchana-${what}-${dev}-${ino}`
  for (let waited = 0; ; waited++) {
    const lock = await tryLock(path)
    if (lock) {
      try {
        return await work()
      } finally {
        lock.close()
      }
    }
    if (waited === 0) printProgress(`Waiting for the ${what} of another command in this folder`)
    await sleep(200)
  }
}

function tryLock(path) {
  return new Promise((resolve, reject) => {
    const lock = createServer((socket) => socket.destroy())
    lock.once('listening', () => resolve(lock))
    lock.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    lock.listen(path)
  })
}
