import { expect, test } from 'vitest'
import { UPLOAD_MAX_BYTES } from '#domain/limits.ts'
import { fileProblem } from './chosen-file.ts'

test.each([
  ['document', 'application/pdf', 1, null],
  ['document', 'image/webp', UPLOAD_MAX_BYTES, null],
  ['image', 'image/jpeg', 1, null],
  ['image', 'application/pdf', 1, 'Only JPEG, PNG and WebP files can be uploaded here.'],
  ['document', 'image/svg+xml', 1, 'Only PDF, JPEG, PNG and WebP files can be uploaded.'],
  ['document', '', 1, 'Only PDF, JPEG, PNG and WebP files can be uploaded.'],
  ['document', 'application/pdf', 0, 'The file is empty.'],
  ['document', 'application/pdf', UPLOAD_MAX_BYTES + 1, 'The file is larger than 10 MB.'],
] as const)('a %s field given a file of type %j and %i bytes reports: %s', (uploadable, type, size, problem) =>
  expect(fileProblem({ size, type }, uploadable)).toBe(problem),
)
