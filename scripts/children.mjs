import { spawn } from 'node:child_process'
import { root } from './project-root.mjs'

/** Each with the milliseconds that it gets to end in when it is told to. */
const children = new Map()
let stopping = false

/** Starts a program whose output goes to our terminal. One without a timeout is never ended by force. */
export function startChild(program, args, { timeout = Infinity, ...options } = {}) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
  children.set(child, timeout)
  return child
}

/**
 * @returns {Promise<number>} the exit code of a child: 128 when a signal ended it, 127 when it could not start. When
 * the whole command was told to stop, it ends here with that code.
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

/** From now on a signal to this command reaches its children first. */
export function passSignalsOn() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopCommand(signal))
}

/** Tells the children to stop and ends the command after them. */
export function stopCommand(signal) {
  stopping = true
  for (const [child, timeout] of children) {
    // Playwright ends its web server on an interrupt alone; to every other child both mean the same.
    child.kill(signal === 'SIGTERM' ? 'SIGINT' : signal)
    if (timeout < Infinity) setTimeout(() => child.kill('SIGKILL'), timeout)
  }
  if (children.size === 0) process.exit(130)
}
