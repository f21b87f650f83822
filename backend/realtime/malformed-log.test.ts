import { expect, onTestFinished, test, vi } from 'vitest'
import { createMalformedLog } from './malformed-log.ts'

test('malformed messages are logged a line a minute, with their number so far', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const count = createMalformedLog((_what, number) => lines.push(number))
  for (let message = 0; message < 1_000; message += 1) count()
  expect(lines).toEqual(['1 so far'])
  vi.advanceTimersByTime(60_000)
  count()
  expect(lines).toEqual(['1 so far', '1001 so far'])
})
