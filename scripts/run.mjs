// Entry of all commands. It must run with only Node 20 and npm installed, so the *.mjs files here have no dependencies.
import { build } from './build.mjs'
import { exitOf, forwardSignals } from './children.mjs'
import { install } from './install.mjs'
import { NODE_FLAGS } from './node-flags.mjs'
import { stopWithParent } from './parent-watch.mjs'
import { exitWithError } from './progress.mjs'
import { runTests } from './test.mjs'
import { runTool, startTool, toolPath } from './tools.mjs'

const tasks = {
  start,
  dev,
  admin,
  backup,
  restore,
  test: runTests,
  check: runTests,
  format,
  bench,
  faults,
  'database-types': databaseTypes,
}

const [name = 'start', ...args] = process.argv.slice(2)
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
if (!task) exitWithError(`There is no task "${name}": choose one of ${Object.keys(tasks).join(', ')}.`)
forwardSignals()
stopWithParent()
process.exitCode = await task(args)

async function start() {
  const help = onlyHelp()
  await install()
  if (!help) await build()
  return serve('server/main.ts', args, 'production')
}

async function dev() {
  onlyHelp()
  await install()
  return serve('server/dev.ts', args, 'development')
}

async function admin() {
  await install()
  return runTool('server/admin-command.ts', args)
}

async function backup() {
  await install()
  return runTool('server/backup-command.ts', ['backup', ...args])
}

async function restore() {
  await install()
  return runTool('server/backup-command.ts', ['restore', ...args])
}

async function format() {
  const unknown = args.find((arg) => arg.startsWith('-'))
  if (unknown) exitWithError(`npm run format does not know the option "${unknown}": name files or nothing.`)
  await install()
  return runTool(toolPath('oxfmt'), ['--write', ...(args.length ? args : ['.'])])
}

function bench() {
  return onBuild('bench/main.ts')
}

function faults() {
  return onBuild('e2e/faults/main.ts')
}

/** Runs a script that starts the built site. */
async function onBuild(script) {
  await install()
  if (!args.includes('--help')) await build()
  return exitOf(startTool(script, args, { flags: NODE_FLAGS, env: { NODE_ENV: 'production' } }))
}

/** The tests that compare generated files with the migrated schema write them when they are told to. */
async function databaseTypes() {
  await install()
  const tests = ['database-types', 'definitions'].map((name) => `supabase/tests/${name}.test.ts`)
  return runTool(toolPath('vitest'), ['run', '--project=contract', ...tests, '--update'])
}

/**
 * Runs a server until it ends. The IPC channel is closed when this process ends, even after kill -9, and stops the
 * server.
 * @param {string} script such as server/main.ts
 * @returns {Promise<number>} its exit code
 */
function serve(script, args, mode) {
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const env = { NODE_ENV: mode, COMMAND_STARTED_AT: String(performance.timeOrigin) }
  return exitOf(startTool(script, args, { flags: NODE_FLAGS, stdio, env, isServer: true }))
}

function onlyHelp() {
  const unknown = args.find((arg) => arg !== '--help')
  if (unknown)
    exitWithError(`"${unknown}" is not an option: settings are environment variables, shown by npm start -- --help.`)
  return args.length > 0
}
