import { spawn } from 'node:child_process'
import { root } from './project-root.mjs'

const children = new Set()
let stopping = false

/** Starts a program whose output goes to our terminal. */
export function startChild(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
  children.add(child)
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
  for (const child of children) child.kill(signal)
  if (children.size === 0) process.exit(130)
}
