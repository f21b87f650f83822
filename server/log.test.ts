import { afterEach, expect, test, vi } from 'vitest'
import { logConsole } from './log.ts'

const { error, warn } = console
afterEach(() => {
  Object.assign(console, { error, warn })
  vi.restoreAllMocks()
})

test('what a library writes to the console is one short line of JSON, without its line breaks', () => {
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  logConsole()
  console.error(new Error(`failed to parse filter (zz.a\n{"level":"error","message":"forged"})${'x'.repeat(500)}`))
  console.warn('%s', 'odd\u001b[2J')
  expect(lines.map((line) => line.split('\n').length)).toEqual([2, 2])
  const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, string>)
  expect(first).toMatchObject({ level: 'warn', message: 'A library reported an error' })
  expect(first?.['text']).toHaveLength(200)
  expect(first?.['text']).toMatch(/^failed to parse filter \(zz\.a\n/)
  expect(second?.['text']).toContain('odd')
  expect(lines[1]).not.toContain('\u001b')
})
