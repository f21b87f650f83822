import { spawn } from 'node:child_process'
import { root } from './project-root.mjs'

/** Child processes, each with the options of startChild. */
const children = new Map()
let stopping = false

/**
 * Starts a program with inherited output.
 * @param timeout milliseconds until SIGKILL after it was asked to stop; without it, it is never killed
 * @param isServer whether SIGTERM gives it more time than SIGINT
 */
export function startChild(program, args, { timeout = Infinity, isServer = false, ...options } = {}) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
  children.set(child, { timeout, isServer })
  return child
}

/**
 * @returns {Promise<number>} the exit code of a child: 128 when a signal ended it, 127 when it could not start. While
 * the command is stopping, the process exits with that code instead.
 */
export function exitOf(child) {
  return new Promise((resolve) => {
    const finish = (code) => {
      children.delete(child)
      if (stopping) process.exit(code)
      resolve(code)
    }
    child.once('exit', (code) => finish(code ?? 128))
    child.once('error', (error) => {
      console.error(error.message)
      finish(127)
    })
  })
}

/** Forwards signals of this command to its children. */
export function forwardSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopCommand(signal))
}

/** Whether the children were told to stop; being told again would abort a server. */
export function isStopping() {
  return stopping
}

/** Stops the children and then ends the command. */
export function stopCommand(signal) {
  stopping = true
  for (const [child, { timeout, isServer }] of children) {
    // Playwright stops its web server only on SIGINT.
    child.kill(signal === 'SIGTERM' && !isServer ? 'SIGINT' : signal)
    if (timeout < Infinity) setTimeout(() => child.kill('SIGKILL'), timeout)
  }
  if (children.size === 0) process.exit(130)
}
