import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { refuse } from './progress.mjs'
import { root } from './project-root.mjs'

const [leastMajor, leastMinor] = [22, 22]

let chosen

/** @returns {string} the Node that the dependencies bring, else our own when it can run TypeScript and React Router */
export function pinnedNode() {
  return (chosen ??= choose())
}

function choose() {
  // Its own place rather than .bin: some npm 10 make no link for a program that another platform's package has too.
  const bundled = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (spawnSync(bundled, ['--version']).status === 0) return bundled

  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return process.execPath
  return refuse(
    `There is no bundled Node for ${process.platform}-${process.arch} and this one is ${process.version}: install Node 24 and run the command again.`,
  )
}
