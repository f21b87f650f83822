import { expect, test } from 'vitest'
import { SAVED_NOTICES_MAX, SAVED_STATES_BYTES } from '#domain/limits.ts'
import { readState, statesReply } from './states-reply.ts'

const state = {
  id: 'jobs:1',
  path: '/jobs/a',
  isPartial: false,
  kind: 'Job',
  title: 'A job',
  organization: null,
  status: 'active',
  badge: null,
  dates: [],
  fees: [],
  links: [],
}

test('a state that cannot be read leaves the others readable, and is not taken for a withdrawn notice', () => {
  const link = { label: 'Document', href: `https://example.org/${'x'.repeat(3_000)}` }
  const { states } = statesReply.parse({
    readAt: 1,
    states: { 'jobs:1': state, 'jobs:2': { ...state, links: [link] } },
  })
  expect(readState(states['jobs:1'])).toEqual(state)
  expect(readState(states['jobs:2'])).toBeUndefined()
  expect(readState(states['jobs:3'])).toBeNull()
})

test('the references of all saved notices fit into one request', () => {
  const longest = `/${'x'.repeat(159)}`
  const body = JSON.stringify({ notices: Array<string>(SAVED_NOTICES_MAX).fill(longest) })
  expect(body.length).toBeLessThan(SAVED_STATES_BYTES)
})
