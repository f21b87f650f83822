import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { exitWithError } from './progress.mjs'
import { root } from './project-root.mjs'

const [minMajor, minMinor] = [22, 22]

let chosen

/**
 * @returns {string} path of the Node in node_modules, else of the current one if it runs TypeScript and React Router
 */
export function pinnedNode() {
  return (chosen ??= choose())
}

function choose() {
  // Not the link in .bin: some versions of npm 10 create none when the package of another platform has the same
  // program.
  const bundled = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (spawnSync(bundled, ['--version']).status === 0) return bundled

  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return process.execPath
  return exitWithError(
    `There is no bundled Node for ${process.platform}-${process.arch} and this one is ${process.version}: install Node 24 and run the command again.`,
  )
}
