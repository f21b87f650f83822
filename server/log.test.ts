import { afterEach, expect, test, vi } from 'vitest'
import { logConsole, logRepeated } from './log.ts'

const { error, warn } = console
afterEach(() => {
  Object.assign(console, { error, warn })
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('what happens with every request is logged once a minute for each cause, with the number of further lines', () => {
  vi.useFakeTimers()
  const lines: unknown[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(JSON.parse(String(text))) > 0)
  for (const path of ['/jobs', '/results', '/jobs'])
    logRepeated('error', `page ${path}`, { cause: 'away', error: 'away' })
  logRepeated('warn', 'A slow request', { cause: 'slow /jobs', route: '/jobs' })
  expect(lines).toMatchObject([
    { level: 'error', message: 'page /jobs', error: 'away' },
    { level: 'warn', message: 'A slow request', route: '/jobs' },
  ])
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(2)).toMatchObject([{ level: 'error', message: 'page /jobs', error: 'away', further: 2 }])
  logRepeated('error', 'page /results', { cause: 'away', error: 'away' })
  expect(lines).toHaveLength(4)
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(4)
})

test('causes that are always different do not fill the log either', () => {
  vi.useFakeTimers()
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  for (let id = 0; id < 5_000; id++) logRepeated('error', 'page', { cause: `no row ${id}` })
  vi.advanceTimersByTime(60_000)
  expect(write.mock.calls.length).toBeLessThan(250)
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

test('a flood of what libraries write is ten lines a second, and the number of those left out', () => {
  vi.useFakeTimers({ now: 0 })
  const lines: Record<string, unknown>[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(JSON.parse(String(text))) > 0)
  logConsole()
  for (let call = 0; call < 500; call += 1) console.warn(`failed to parse filter ${call}`)
  expect(lines).toHaveLength(10)
  vi.advanceTimersByTime(1_000)
  console.error('failed')
  expect(lines.slice(10)).toMatchObject([{ message: 'A library reported an error', omitted: 490 }])
})
