import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './progress.mjs'
import { root } from './project-root.mjs'

/**
 * Runs work that two commands in this folder must not do at the same time, such as an install or a build. The mark is
 * an abstract Unix socket: the kernel removes it with the process, however that ends.
 */
export async function oneAtATime(what, work) {
  if (process.platform !== 'linux') return work()
  const { dev, ino } = statSync(root, { bigint: true })
  const path = `\0suchana-${what}-${dev}-${ino}`
  for (let waited = 0; ; waited++) {
    const mark = await listen(path)
    if (mark) {
      try {
        return await work()
      } finally {
        mark.close()
      }
    }
    if (waited === 0) say(`Waiting for another command that does the ${what} in this folder`)
    await sleep(200)
  }
}

function listen(path) {
  return new Promise((resolve, reject) => {
    const mark = createServer((visitor) => visitor.destroy())
    mark.once('listening', () => resolve(mark))
    mark.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    mark.listen(path)
  })
}
