import { expect, test } from 'vitest'
import { mostSimilar } from './similar-name.ts'

const names = ['jobs', 'results', 'admit_cards', 'answer_keys']

test.each<[written: string, least: number, meant: string | null]>([
  ['job', 0.75, 'jobs'],
  ['JOBS', 0.75, 'jobs'],
  ['admit-card', 0.75, 'admit_cards'],
  ['result', 0.75, 'results'],
  ['nothing', 0.75, null],
  ['answers', 0.75, null],
  ['answers', 0.33, 'answer_keys'],
  ['', 0.33, null],
  ['jobs'.repeat(51), 0, null],
])('the name most similar to "%s", to a degree of %d, is %s', (written, least, meant) => {
  expect(mostSimilar(written, names, least)).toBe(meant)
})

test('nothing is similar where there are no names', () => {
  expect(mostSimilar('jobs', [], 0)).toBe(null)
})
