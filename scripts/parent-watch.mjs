import { readFileSync } from 'node:fs'
import { stopCommand } from './children.mjs'

/**
 * Ends this command when the npm that started it is gone. npm runs us under a shell, and a shell passes no signals on:
 * after `kill <pid of npm>` nobody else would tell us.
 */
export function stopWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const parents = ancestors()
  const watch = setInterval(() => {
    if (ancestors().join() === parents.join()) return
    clearInterval(watch)
    stopCommand('SIGTERM')
  }, 500)
  watch.unref()
}

/** Our parent, and its parent too when ours is the shell between npm and us. */
function ancestors() {
  const parent = process.ppid
  try {
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8'))
    return /^(sh|dash|bash|ash|busybox)$/.test(name) ? [parent, Number(rest.split(' ')[1])] : [parent]
  } catch {
    return [parent]
  }
}
