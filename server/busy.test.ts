import { expect, test } from 'vitest'
import { createBusyResponse } from './busy.ts'

test('the answer to too many pages is in the language of all pages', async () => {
  const answer = createBusyResponse('https://suchana.example')('/jobs')
  expect(await answer.text()).toContain('<html lang="en-IN">')
})
