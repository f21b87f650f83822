import { expect, test } from 'vitest'
import { isNearlySame } from './similar-titles.ts'

test.each([
  ['SSC CGL 2026', 'SSC CGL 2026', true],
  ['SSC CGL 2026 Online Form', 'ssc cgl recruitment 2026', true],
  ['SSC CGL 2026 – Apply Online', 'SSC CGL, 2026: Online Form', true],
  ['UPSC Civil Services 2026', 'UPSC Civil Servces 2026', true],
  ['UPSC Civil Services 2026', 'UPSC Civil Service 2026', true],
  ['SSC CGL 2026', 'SSC CGL 2025', false],
  ['SSC CGL Tier I Result 2026', 'SSC CGL Tier II Result 2026', false],
  ['SSC CGL 2026', 'SSC CPO 2026', false],
  ['RPSC Grade A 2026', 'RPSC Grade B 2026', false],
  ['Police Constable Male 2026', 'Police Constable Female 2026', false],
  ['IBPS Clerk Mains 2026', 'IBPS Clerk Prelims 2026', false],
  ['Admission 2026', 'Admission 2026-27', false],
  ['यूपी पुलिस भर्ती 2026', 'यूपी पुलिस भर्ती 2026', true],
  ['यूपी पुलिस भर्ती 2026', 'बिहार पुलिस भर्ती 2026', false],
  ['', '', false],
  ['Online Form', 'Apply Online', false],
])('“%s” and “%s” name the same thing: %s', (one, other, isSame) => {
  expect(isNearlySame(one, other)).toBe(isSame)
  expect(isNearlySame(other, one)).toBe(isSame)
})
