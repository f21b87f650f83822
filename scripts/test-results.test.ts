import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
// @ts-expect-error scripts run before TypeScript is installed, so they have no types
import { inOneLine, playwrightResult } from './test-results.mjs'

const folder = mkdtempSync(join(tmpdir(), 'test-results-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** @returns the failure of a report of one failed test, with a snapshot of its page at a path */
function failureWith(snapshot: string): { name: string; message: string } {
  const result = {
    duration: 5,
    errors: [{ message: 'Timeout' }, { message: 'waiting for the list' }],
    attachments: [{ name: 'error-context', path: snapshot }, { name: 'trace' }],
  }
  const specs = [{ file: 'a.spec.ts', title: 'works', tests: [{ projectName: 'phone', results: [result] }] }]
  const report = join(folder, 'report.json')
  const stats = { expected: 0, flaky: 0, unexpected: 1 }
  writeFileSync(report, JSON.stringify({ stats, errors: [], suites: [{ specs }] }))
  const { failed, failures } = playwrightResult(report, 1)
  expect(failed).toBe(1)
  return failures[0]
}

test('a failed journey is reported with the headings and messages of its page, and with all its errors', () => {
  const snapshot = join(folder, 'context.md')
  const page = [
    '- link "Home"',
    '- main:',
    '  - heading "Jobs 2" [level=1]',
    `  - 'heading "Saved: Clerk" [level=2]'`,
    '  - alert:',
    '    - paragraph: "Failed to delete: it is in use"',
    '- status',
  ]
  writeFileSync(snapshot, page.join('\n'))
  expect(failureWith(snapshot)).toMatchObject({
    name: '[phone] a.spec.ts › works',
    message: [
      'Timeout',
      'waiting for the list',
      'The page showed',
      '  - heading "Jobs 2" [level=1]',
      `  - 'heading "Saved: Clerk" [level=2]'`,
      '  - paragraph: "Failed to delete: it is in use"',
    ].join('\n'),
  })
})

test('a failed journey is reported without its page, if the snapshot is gone', () => {
  expect(failureWith(join(folder, 'gone.md')).message).toBe('Timeout\nwaiting for the list')
})

test('a failure is repeated in one line, with the line of code', () => {
  const message =
    '\u001B[31mError: not focused\u001B[39m\n\n  Expected: focused\n    at /x/a.spec.ts:65:44\n    at /x/b.ts:1:1'
  expect(inOneLine({ name: '[phone] a.spec.ts › works', message })).toBe(
    '[phone] a.spec.ts › works  Error: not focused  at /x/a.spec.ts:65:44',
  )
  expect(inOneLine({ name: 'b', message: 'Timeout' })).toBe('b  Timeout')
})
