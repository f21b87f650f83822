import { expect, test } from 'vitest'
import { createBackendClient } from '#app/data/backend-client.ts'
import { dataOf } from '#app/data/backend-error.ts'
import { changeMessage, errorMessage, isAnswerLost } from './error-message.ts'

/** @returns the error of a change whose request ends with a response, or with an error of the network */
async function failureOf(answer: Response | Error): Promise<unknown> {
  const fetch = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer))
  const backend = createBackendClient({ url: 'http://localhost', key: '', fetch })
  const reply = await backend.insert('newsletter_subscribers', { email: 'reader@suchana.example' })
  try {
    return dataOf(reply)
  } catch (error) {
    return error
  }
}

const refused = { code: 'P0001', message: 'no jobs today', details: null, hint: null }

test.each([
  ['of the backend', Response.json(refused, { status: 400 }), 'no jobs today', 'no jobs today', false],
  [
    'of the backend without a message',
    Response.json({ ...refused, message: '' }, { status: 400 }),
    'An error occurred while saving the data',
    'the answer was 400',
    false,
  ],
  ['as plain text', new Response('too large', { status: 413 }), 'too large', 'too large', false],
  ['of a failed statement', Response.json(refused, { status: 500 }), 'no jobs today', 'no jobs today', false],
  [
    'of a proxy',
    new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'An error occurred while saving the data',
    'the answer was 502',
    true,
  ],
  [
    'that never came',
    new TypeError('Failed to fetch'),
    'An error occurred while saving the data',
    'TypeError: Failed to fetch',
    true,
  ],
])('an answer %s', async (_, answer, ofChange, ofRead, isLost) => {
  const failure = await failureOf(answer)
  expect(changeMessage(failure)).toBe(ofChange)
  expect(errorMessage(failure)).toBe(ofRead)
  expect(isAnswerLost(failure)).toBe(isLost)
})
