import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * Result of a step without tests, which counts as one test. Results have the shape
 * { passed, failed, times, failures }, where `times` has the name and the milliseconds of each test, and `failures`
 * the name and the message of each failed test.
 */
export const asOne = (exitCode) => ({
  passed: exitCode === 0 ? 1 : 0,
  failed: exitCode === 0 ? 0 : 1,
  times: [],
  failures: [],
})

/** Number of lines of a page that are printed for a failed test. */
const PAGE_LINES = 12

/** @param {string} file written by scripts/count-reporter.mjs */
export function vitestResult(file, exitCode) {
  const counts = readReport(file)
  return counts ? crashCounts(counts, exitCode) : asOne(exitCode || 1)
}

/** @param {string} file written by Playwright's json reporter */
export function playwrightResult(file, exitCode) {
  const report = readReport(file)
  if (!report) return asOne(exitCode || 1)
  // A test that passes only at a retry counts as failed.
  const { expected, flaky, unexpected } = report.stats
  const failed = flaky + unexpected + report.errors.length
  const tests = report.suites.flatMap(testsOf)
  const failures = tests.filter(({ message }) => message !== undefined)
  return crashCounts({ passed: expected, failed, times: tests, failures }, exitCode)
}

/** @returns the slowest tests of all steps, slowest first */
export function slowest(results, count) {
  const all = results.flatMap(({ times }) => times)
  return all.toSorted((one, other) => other.time - one.time).slice(0, count)
}

function testsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, results }) => ({
      name: `[${projectName}] ${file} › ${title}`,
      time: results.reduce((sum, { duration }) => sum + duration, 0),
      message: messageOf(results),
    })),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

/** A test that takes too long has two errors: the first names the limit, the second what the test waited for. */
function messageOf(results) {
  const errors = results.flatMap((result) => result.errors.map(({ message }) => message))
  if (errors.length === 0) return undefined
  return [...errors, ...results.flatMap(({ attachments }) => attachments).flatMap(pageMessages)].join('\n')
}

/** @returns the name of a failed test, the first line of its error, and the line of code in which it failed, if known */
export function inOneLine({ name, message }) {
  const [first = '', ...others] = stripVTControlCharacters(message).split('\n')
  const place = others.find((line) => /^\s*(at|❯) /.test(line)) ?? ''
  return [name, first, place]
    .map((part) => part.trim())
    .join('  ')
    .trim()
}

/** The headings and messages of the page at the end of a failed test, from the snapshot that Playwright attaches. */
function pageMessages({ name, path }) {
  if (name !== 'error-context' || !path) return []
  const messages = readText(path)?.match(/^ *- '?(heading|alert|alertdialog|dialog|status|paragraph)\b.*[":] .*$/gm)
  return messages ? ['The page showed', ...messages.slice(0, PAGE_LINES).map((line) => `  ${line.trim()}`)] : []
}

/** A runner with an exit code but without a failed test has crashed. */
function crashCounts(result, exitCode) {
  return exitCode !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}

function readReport(file) {
  try {
    return JSON.parse(readText(file))
  } catch {
    return undefined
  }
}

/** @returns the text of a file; undefined when it cannot be read */
function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
