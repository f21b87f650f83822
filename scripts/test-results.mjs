import { readFileSync } from 'node:fs'

/** What one step adds to the last line: { passed, failed }. A step without tests of its own counts as one. */
export const asOne = (exitCode) => (exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/** @param {string} file written by scripts/count-reporter.mjs */
export function vitestResult(file, exitCode) {
  const counts = readReport(file)
  return counts ? crashCounts(counts, exitCode) : asOne(exitCode || 1)
}

/** @param {string} file written by Playwright's json reporter */
export function playwrightResult(file, exitCode) {
  const report = readReport(file)
  if (!report) return asOne(exitCode || 1)
  const { expected, flaky, unexpected } = report.stats
  return crashCounts({ passed: expected + flaky, failed: unexpected + report.errors.length }, exitCode)
}

/** A runner that ends badly without a failed test has crashed. */
function crashCounts(result, exitCode) {
  return exitCode !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
