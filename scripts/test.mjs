import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findBrowser, findHeadlessShell } from './browser.mjs'
import { tryBuild } from './build.mjs'
import { install } from './install.mjs'
import { findJava } from './java.mjs'
import { linterMistakes } from './lint-canary.mjs'
import { bad, good, quiet, exitWithError, printProgress, seconds } from './progress.mjs'
import { root } from './project-root.mjs'
import { asOne, inOneLine, playwrightResult, slowest, vitestResult } from './test-results.mjs'
import { lockfileMistakes } from './third-party.mjs'
import { runTool, toolPath } from './tools.mjs'

const folders = ['app', 'backend', 'bench', 'domain', 'e2e', 'scripts', 'server', 'supabase', 'test']
const lintedFiles = [
  'oxlint.config.ts',
  'playwright.config.ts',
  'react-router.config.ts',
  'vite.config.ts',
  'vitest.config.ts',
]

/** The steps of a whole run, in order. Each step runs even when an earlier one has failed. */
const steps = {
  format: () => check('oxfmt', ['--check', '.']),
  lint: () => check('oxlint', ['--type-aware', ...[...folders, ...lintedFiles].filter(isHere)]),
  'lint-canary': boundaryCanary,
  types: async () => {
    const generated = await check('react-router', ['typegen'])
    return generated.failed > 0 ? generated : check('tsc', ['-p', '.'])
  },
  'service-worker-types': () => (isHere('app/service-worker') ? check('tsc', ['-p', 'app/service-worker']) : nothing),
  lockfile: lockfileAudit,
  'unused-code': () => check('knip', ['--treat-config-hints-as-errors']),
  unit: () => vitest(['unit']),
  contract: () => vitest(['contract']),
  build: async () => asOne((await tryBuild()) ? 0 : 1),
  // In one run, so that neither waits for the longest file of the other.
  processes: () => withTools('start', 'security'),
  'end-to-end': playwright,
}

/** Steps that run only by their name, since another one contains them. */
const parts = {
  start: () => withTools('start'),
  security: () => withTools('security'),
}

const nothing = { passed: 0, failed: 0, times: [], failures: [] }
/** Number of slowest tests that are printed at the end. */
const SLOWEST = 10
/** Number of lines of a failed test's errors that are printed at the end: enough for what the page showed and what Playwright waited for. */
const ERROR_LINES = 40
const isHere = (path) => existsSync(join(root, path))
const check = async (tool, args) => asOne(await runTool(toolPath(tool), args))
let reports = ''

/**
 * Runs the steps and prints their slowest tests, the failed ones with their errors and, as the last line, "N passed, N failed".
 * @param {string[]} names of the steps to run; all of them by default
 * @returns {Promise<number>} exit code
 */
export async function runTests(names) {
  const known = { ...steps, ...parts }
  const unknown = names.find((name) => !Object.hasOwn(known, name))
  if (unknown)
    exitWithError(
      `There is no step "${unknown}": name one or more of ${Object.keys(known).join(', ')}, or none for all.`,
    )
  await install()
  // Tests must not use the developer's database.
  delete process.env.DATABASE_URL
  reports = mkdtempSync(join(tmpdir(), 'suchana-reports-'))
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

  const results = []
  for (const name of names.length > 0 ? names : Object.keys(steps)) {
    printProgress(name)
    const start = performance.now()
    results.push({ name, ...(await resultOf(known[name])), time: performance.now() - start })
  }
  return report(results)
}

function report(results) {
  console.log()
  for (const { name, passed, failed, time } of results) {
    const verdict = failed === 0 ? good('ok    ') : bad('FAILED')
    console.log(`  ${verdict}  ${name.padEnd(22)} ${quiet(`${seconds(time)}  ${passed} passed, ${failed} failed`)}`)
  }
  const slow = slowest(results, SLOWEST)
  if (slow.length > 0) console.log(`\nThe slowest tests`)
  for (const { name, time } of slow) console.log(`  ${quiet(seconds(time))}  ${name}`)
  const failures = results.flatMap((result) => result.failures)
  if (failures.length > 0) console.log(`\nFailed tests`)
  for (const { name, message } of failures) console.log(`  ${bad(name)}\n${indented(message)}`)
  // Of a long output, a record of the run may contain only the end.
  if (failures.length > 0) console.log(`\nThe same in one line each`)
  for (const failure of failures) console.log(`  ${inOneLine(failure)}`)
  const total = (kind) => results.reduce((sum, result) => sum + result[kind], 0)
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
  return total('failed') === 0 ? 0 : 1
}

/** First lines of error messages, without the colors of the test runner. */
function indented(message) {
  const lines = stripVTControlCharacters(message).split('\n', ERROR_LINES)
  return lines.map((line) => `      ${line}`).join('\n')
}

/** A step that throws counts as failed, and the other steps still run. */
async function resultOf(step) {
  try {
    return await step()
  } catch (error) {
    console.error(error)
    return asOne(1)
  }
}

function boundaryCanary() {
  return asMistakes(linterMistakes())
}

function lockfileAudit() {
  return asMistakes(lockfileMistakes(readFileSync(join(root, 'package-lock.json'), 'utf8')))
}

function asMistakes(sentences) {
  for (const sentence of sentences) console.error(bad(sentence))
  return asOne(sentences.length)
}

async function withTools(...projects) {
  return vitest(projects, {
    CHROME_PATH: (await findBrowser()) ?? '',
    HEADLESS_SHELL_PATH: findHeadlessShell() ?? '',
    JAVA: (await findJava()) ?? '',
  })
}

async function vitest(projects, env) {
  const file = join(reports, `${projects.join('-')}.json`)
  const reporters = ['--reporter=default', '--reporter=./scripts/count-reporter.mjs']
  const args = ['run', ...projects.map((project) => `--project=${project}`), ...reporters]
  return vitestResult(file, await runTool(toolPath('vitest'), args, { TEST_COUNTS: file, ...env }))
}

async function playwright() {
  const browser = await findBrowser()
  if (browser === undefined) {
    console.error(bad('There is no browser for the end-to-end tests: install Chromium or set CHROME_PATH.'))
    return asOne(1)
  }
  const file = join(reports, 'end-to-end.json')
  const env = {
    CHROME_PATH: browser,
    HEADLESS_SHELL_PATH: findHeadlessShell() ?? '',
    JAVA: (await findJava()) ?? '',
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  }
  return playwrightResult(file, await runTool(toolPath('playwright'), ['test', '--reporter=list,json'], env))
}
