import { delimiter, dirname, join } from 'node:path'
import { exitOf, startChild } from './children.mjs'
import { pinnedNode } from './pinned-node.mjs'
import { root } from './project-root.mjs'

/** @param {string} name of a command that a dependency brings */
export function toolPath(name) {
  return join(root, 'node_modules', '.bin', name)
}

/** Child processes that ask for "node" get the pinned one. */
export function toolEnvironment(extra = {}) {
  const path = [dirname(pinnedNode()), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  return { ...process.env, PATH: path, ...extra }
}

/** Starts a script on the pinned Node, with flags of Node's own. */
export function startTool(script, args, options = {}) {
  const { env, flags = [], ...rest } = options
  return startChild(pinnedNode(), [...flags, script, ...args], { ...rest, env: toolEnvironment(env) })
}

/** @returns {Promise<number>} exit code */
export function runTool(script, args, env) {
  return exitOf(startTool(script, args, { env }))
}
