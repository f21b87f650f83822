import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkout, launch } from './command.ts'
import { cleanUp, newFolder } from './server.ts'

afterAll(cleanUp)

/** Runs a step of npm test in a folder with our tools and only these files. @returns its lines and exit code */
async function linesOf(step: string, files: Record<string, string>): Promise<[string[], unknown]> {
  const folder = newFolder()
  for (const name of [
    'scripts',
    'patches',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'oxlint.config.ts',
    'vitest.config.ts',
    'test/unstub-globals.ts',
  ])
    cpSync(join(checkout, name), join(folder, name), { recursive: true, filter: (file) => !file.endsWith('.test.ts') })
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const command = launch(process.execPath, ['scripts/run.mjs', 'test', step], { cwd: folder })
  const exitCode = await command.ended()
  return [command.output().trimEnd().split('\n'), exitCode]
}

async function lastLine(step: string, files: Record<string, string>): Promise<[string | undefined, unknown]> {
  const [lines, exitCode] = await linesOf(step, files)
  return [lines.at(-1), exitCode]
}

/** @returns the slowest tests that a step lists, without their seconds */
async function slowestOf(step: string, files: Record<string, string>): Promise<string[]> {
  const [lines] = await linesOf(step, files)
  const named = lines.slice(lines.indexOf('The slowest tests') + 1, -2)
  return named.map((line) => line.replace(/^ +\d+\.\d s  /, ''))
}

const unitTest = (body: string) => `import { expect, test } from 'vitest'\n${body}\n`
const endToEndTest = (body: string) => `import { expect, test } from '@playwright/test'\n${body}\n`
const passes = "test('passes', () => expect(1).toBe(1))"
const rejectsLate = `${passes}; void Promise.reject(new Error('no test awaits it'))`
/** Eleven tests, of which the seventh takes longest. */
const eleven = `for (let n = 1; n <= 11; n++)
  test(\`number \${n}\`, () => new Promise((resolve) => setTimeout(resolve, n === 7 ? 2_000 : 0)))`
const fails = "test('fails', () => expect(1).toBe(2))"

describe('npm test counts', () => {
  test('npm test counts every passed test', async () => {
    const files = { 'domain/good.test.ts': unitTest(`${passes}; test('also', () => {})`) }
    expect(await lastLine('unit', files)).toEqual(['2 passed, 0 failed', 0])
  })

  test('npm test counts as failed: a failing test, a file that throws, ends its process or is no code, an unhandled rejection', async () => {
    const files = {
      'domain/mixed.test.ts': unitTest(`${passes}; ${fails}`),
      'domain/throws.test.ts': unitTest(`throw new Error('before the first test'); ${passes}`),
      'domain/ends.test.ts': unitTest("test('ends', () => process.kill(process.pid, 'SIGKILL'))"),
      'domain/broken.test.ts': 'this is no code',
      'domain/late.test.ts': unitTest(rejectsLate),
    }
    expect(await lastLine('unit', files)).toEqual(['2 passed, 5 failed', 1])
  })

  test('npm test counts an unhandled rejection as failed', async () => {
    expect(await lastLine('unit', { 'domain/late.test.ts': unitTest(rejectsLate) })).toEqual(['1 passed, 1 failed', 1])
  })

  test.each([
    ['has nothing to run', {}],
    ['cannot read its configuration', { 'vitest.config.ts': 'export default nonsense' }],
    ['is killed', { 'vitest.config.ts': "process.kill(process.pid, 'SIGKILL')" }],
  ])('npm test fails when a runner %s', async (_why, files) => {
    expect(await lastLine('unit', files)).toEqual(['0 passed, 1 failed', 1])
  })

  test('npm test counts end-to-end tests, and a file that throws fails all of them', async () => {
    const files = {
      'playwright.config.ts': "export default { testDir: 'e2e', retries: 0 }",
      'e2e/mixed.spec.ts': endToEndTest(`${passes}; ${fails}`),
      'e2e/throws.spec.ts': endToEndTest("throw new Error('before the first test')"),
    }
    expect(await lastLine('end-to-end', { ...files, 'e2e/throws.spec.ts': '' })).toEqual(['1 passed, 1 failed', 1])
    expect(await lastLine('end-to-end', files)).toEqual(['0 passed, 1 failed', 1])
  })

  test('npm test fails when the server of the end-to-end tests does not start', async () => {
    const files = {
      'playwright.config.ts':
        "export default { testDir: 'e2e', webServer: { command: 'false', url: 'http://localhost:1' } }",
      'e2e/good.spec.ts': endToEndTest(passes),
    }
    expect(await lastLine('end-to-end', files)).toEqual(['0 passed, 1 failed', 1])
  })

  test.each([
    ['unit', 'domain/eleven.test.ts › number 7', { 'domain/eleven.test.ts': unitTest(eleven) }],
    [
      'end-to-end',
      '[] eleven.spec.ts › number 7',
      { 'playwright.config.ts': "export default { testDir: 'e2e' }", 'e2e/eleven.spec.ts': endToEndTest(eleven) },
    ],
  ])('npm test lists the ten slowest tests of %s', async (step, name, files) => {
    const slow = await slowestOf(step, files)
    expect(slow).toHaveLength(10)
    expect(slow[0]).toBe(name)
  })

  test('npm test counts an end-to-end test that passes only at the second attempt as failed', async () => {
    const files = {
      'playwright.config.ts': "export default { testDir: 'e2e', retries: 1 }",
      'e2e/flaky.spec.ts': endToEndTest("test('flaky', async ({}, { retry }) => expect(retry).toBe(1))"),
    }
    expect(await lastLine('end-to-end', files)).toEqual(['0 passed, 1 failed', 1])
  })

  test('the lint canary fails when a boundary is no longer checked or the linter does not run', async () => {
    expect(await lastLine('lint-canary', {})).toEqual(['1 passed, 0 failed', 0])
    const unlimited = { 'oxlint.config.ts': "export default { categories: { correctness: 'error' } }" }
    expect(await lastLine('lint-canary', unlimited)).toEqual(['0 passed, 1 failed', 1])
    expect(await lastLine('lint-canary', { 'oxlint.config.ts': 'nonsense' })).toEqual(['0 passed, 1 failed', 1])
  })
})
