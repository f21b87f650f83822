import { describe, expect, test } from 'vitest'
import { compareRanked, searchRelevance } from './search-order.ts'

describe('relevance', () => {
  test.each([
    ['SSC CGL', [], 'ssc cgl', 140],
    ['SSC CGL', ['about SSC CGL'], 'SSC cgl', 170],
    ['SSC CGL 2026', [], 'ssc', 120],
    ['SSC CGL 2026', [], 'ss', 80],
    ['SSC CGL 2026', ['ss'], 'ss', 110],
    ['SSC CGL 2026', [], 'cgl', 100],
    ['SSC (CGL) 2026', [], 'cgl', 100],
    ['SSC CGL_A 2026', [], 'cgl', 60],
    ['SSC CGL 2026', [], 'gl 2', 60],
    ['SSC CGL 2026', ['x', 'gl 2'], 'gl 2', 90],
    ['SSC CGL 2026', ['clerk'], 'clerk', 30],
    ['SSC CGL 2026', ['clerk'], 'constable', 0],
    ['railway and rail', [], 'rail', 120],
    ['बिहार शिक्षक भर्ती 2026', [], 'भर्ती', 100],
    ['बिहार शिक्षक भर्ती 2026', [], 'भर्', 60],
    ['बिहार शिक्षक भर्ती। 2026', [], 'भर्ती', 100],
    ['100% C++ (a.b) [x]', [], 'c++', 100],
    ['100% C++ (a.b) [x]', [], '.b', 60],
  ])('%j with %j for %j is %i', (title, others, text, expected) => {
    expect(searchRelevance({ title, others }, text)).toBe(expected)
  })
})

test('results are sorted by category, then relevance, then time, then id', () => {
  const ranked = (priority: number, relevance: number, posted_at: string, id: number) => ({
    priority,
    relevance,
    posted_at,
    id,
  })
  const order = [
    ranked(1, 60, '2026-01-01', 1),
    ranked(2, 140, '2025-01-01', 1),
    ranked(2, 100, '2026-01-02', 1),
    ranked(2, 100, '2026-01-01', 2),
    ranked(2, 100, '2026-01-01', 1),
  ]
  expect(order.toReversed().sort(compareRanked)).toEqual(order)
})
