import { delimiter, dirname, join } from 'node:path'
import { exitOf, startChild } from './children.mjs'
import { pinnedNode } from './pinned-node.mjs'
import { root } from './project-root.mjs'

/** @param {string} name of a command of a dependency */
export function toolPath(name) {
  return join(root, 'node_modules', '.bin', name)
}

/** Environment in which "node" is the pinned Node. */
export function toolEnvironment(extra = {}) {
  const path = [dirname(pinnedNode()), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  return { ...process.env, PATH: path, ...extra }
}

/** Starts a script with the pinned Node and optional Node flags. */
export function startTool(script, args, options = {}) {
  const { env, flags = [], ...rest } = options
  return startChild(pinnedNode(), [...flags, script, ...args], { ...rest, env: toolEnvironment(env) })
}

/** @returns {Promise<number>} exit code */
export function runTool(script, args, env) {
  return exitOf(startTool(script, args, { env }))
}
