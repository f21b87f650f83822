import { readFileSync } from 'node:fs'
import { isStopping, stopCommand } from './children.mjs'

/**
 * Ends this command when the npm process that started it has ended. npm runs commands in a shell, which does not
 * forward signals, so `kill <pid of npm>` would not reach this process.
 */
export function stopWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const parents = ancestors()
  const watch = setInterval(() => {
    if (ancestors().join() === parents.join()) return
    clearInterval(watch)
    if (!isStopping()) stopCommand('SIGTERM')
  }, 500)
  watch.unref()
}

/** The parent process, and its parent too when the first one is the shell that npm has started. */
function ancestors() {
  const parent = process.ppid
  try {
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8'))
    return /^(sh|dash|bash|ash|busybox)$/.test(name) ? [parent, Number(rest.split(' ')[1])] : [parent]
  } catch {
    return [parent]
  }
}
