import { exitOf } from './children.mjs'
import { NODE_FLAGS } from './node-flags.mjs'
import { startTool } from './tools.mjs'

/**
 * Runs a server until it ends. The IPC channel is closed when this process ends, even after kill -9, and stops the
 * server.
 * @param {string} script such as server/main.ts
 * @returns {Promise<number>} its exit code
 */
export function serve(script, args, mode) {
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const env = { NODE_ENV: mode, COMMAND_STARTED_AT: String(performance.timeOrigin) }
  return exitOf(startTool(script, args, { flags: NODE_FLAGS, stdio, env, isServer: true }))
}
