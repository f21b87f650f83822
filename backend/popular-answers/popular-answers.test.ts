import { expect, test } from 'vitest'
import type { FunctionAnswer } from '#backend/supabase-lite/anonymous-calls.ts'
import { createPopularAnswers } from './popular-answers.ts'

const hour = 3_600_000
const capacity = { answers: 10, bytes: 160_000 }

const answerOf = (text: string): FunctionAnswer => ({ status: 200, body: Buffer.from(text) })
const textOf = ({ body }: FunctionAnswer) => Buffer.from(body).toString()

function popularAnswers(options: Partial<Parameters<typeof createPopularAnswers>[0]> = {}) {
  let now = 0
  const asked: string[] = []
  const answers = createPopularAnswers({ isCurrent: async () => true, clock: () => now, capacity, ...options })
  const reply = (question: string) => async () => {
    asked.push(question)
    return answerOf(`answer to ${question}, ${asked.length}`)
  }
  return {
    answers,
    ask: async (question: string, client: string | undefined = 'visitor', times = 1) => {
      let text = ''
      for (let time = 0; time < times; time += 1) text = textOf(await answers.answer(question, client, reply(question)))
      return text
    },
    /** @returns the questions that were not answered from memory since the last call */
    takeAsked: () => asked.splice(0),
    pass: (milliseconds: number) => void (now += milliseconds),
  }
}

/** Ten questions that three visitors have asked: the capacity is used up. */
async function full(): Promise<ReturnType<typeof popularAnswers> & { popular: string[] }> {
  const filled = popularAnswers()
  const popular = Array.from({ length: capacity.answers }, (_, number) => `popular ${number}`)
  for (const visitor of ['one', 'two', 'three']) for (const question of popular) await filled.ask(question, visitor)
  filled.takeAsked()
  return { ...filled, popular }
}

test('a question is answered from memory after it was asked twice', async () => {
  const { ask, takeAsked } = popularAnswers()
  await ask('ssc', 'visitor', 2)
  expect(takeAsked()).toEqual(['ssc', 'ssc'])
  expect(await ask('ssc')).toBe('answer to ssc, 2')
  expect(takeAsked()).toEqual([])
})

test('two times count when there is less than an hour between them, and not after two hours', async () => {
  const { ask, takeAsked, pass } = popularAnswers()
  for (const question of ['soon', 'late']) await ask(question)
  pass(hour - 1)
  await ask('soon')
  pass(hour + 1)
  await ask('late')
  takeAsked()
  for (const question of ['soon', 'late']) await ask(question)
  expect(takeAsked()).toEqual(['late'])
})

test('a change drops the answers, also those that were asked for before it', async () => {
  const { answers, ask, takeAsked } = popularAnswers()
  await ask('ssc', 'visitor', 2)
  answers.clear()
  takeAsked()
  const { promise, resolve } = Promise.withResolvers<FunctionAnswer>()
  const late = answers.answer('ssc', 'visitor', () => promise)
  await Promise.resolve()
  answers.clear()
  resolve(answerOf('as it was'))
  expect(textOf(await late)).toBe('as it was')
  expect(await ask('ssc')).toBe('answer to ssc, 1')
})

test('nothing is answered from memory while changes may be missing', async () => {
  let isCurrent = true
  const { ask, takeAsked } = popularAnswers({ isCurrent: async () => isCurrent })
  await ask('ssc', 'visitor', 3)
  isCurrent = false
  takeAsked()
  await ask('ssc')
  expect(takeAsked()).toEqual(['ssc'])
})

test('errors are not remembered', async () => {
  const { answers } = popularAnswers()
  const failing = async () => ({ ...answerOf(''), status: 503 })
  for (const status of [503, 503, 503]) expect((await answers.answer('ssc', 'visitor', failing)).status).toBe(status)
  expect(answers.figures).toEqual({ answered: 0, stored: 0, bytes: 0 })
})

test.each([1, 2, 20])('random texts, each asked %i times by one address, evict no answer', async (times) => {
  const { ask, takeAsked, popular } = await full()
  for (let number = 0; number < 1_000; number += 1) await ask(`random ${number}`, 'attacker', times)
  takeAsked()
  for (const question of popular) await ask(question)
  expect(takeAsked()).toEqual([])
})

test('random texts from a thousand addresses, each text from one of them, evict no answer', async () => {
  const { ask, takeAsked, popular } = await full()
  for (let number = 0; number < 21_000; number += 1) await ask(`random ${number}`, `attacker ${number % 1_000}`)
  takeAsked()
  for (const question of popular) await ask(question)
  expect(takeAsked()).toEqual([])
})

test('random texts of one address do not keep what others ask from being remembered', async () => {
  const { ask, takeAsked } = popularAnswers()
  for (let number = 0; number < 21_000; number += 1) await ask(`random ${number}`, 'attacker')
  await ask('ssc', 'one')
  await ask('ssc', 'two')
  takeAsked()
  await ask('ssc', 'three')
  expect(takeAsked()).toEqual([])
})

test('a text that more visitors ask evicts the one that was not asked for the longest time', async () => {
  const { ask, takeAsked, popular } = await full()
  for (const visitor of ['one', 'two', 'three', 'four', 'five']) await ask('new', visitor)
  takeAsked()
  await ask('new', 'six')
  for (const question of popular.slice(1)) await ask(question)
  expect(takeAsked()).toEqual([])
  await ask(popular[0] ?? '')
  expect(takeAsked()).toEqual([popular[0]])
})

test('answers take no more memory than their capacity', async () => {
  const { answers } = popularAnswers({ capacity: { answers: 1_000, bytes: 160_000 } })
  for (let number = 0; number < 100; number += 1)
    for (const client of ['one', 'two'])
      await answers.answer(`question ${number}`, client, async () => answerOf('x'.repeat(9_000)))
  expect(answers.figures.bytes).toBeGreaterThan(140_000)
  expect(answers.figures.bytes).toBeLessThanOrEqual(160_000)
  await answers.answer('large', 'one', async () => answerOf('x'.repeat(20_000)))
  await answers.answer('large', 'two', async () => answerOf('x'.repeat(20_000)))
  expect(answers.figures.bytes).toBeLessThanOrEqual(160_000)
})
